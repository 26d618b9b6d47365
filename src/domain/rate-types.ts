/** How a rate counts work; the ids of `rate_types` (DESIGN, section 4). */
export const RATE_TYPE_IDS = { hourly: 1, perSession: 2, daily: 3 } as const

export type RateTypeId = (typeof RATE_TYPE_IDS)[keyof typeof RATE_TYPE_IDS]
