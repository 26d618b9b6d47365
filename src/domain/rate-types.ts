import { z } from 'zod'

/** How a rate counts work; the ids of `rate_types` (DESIGN, section 4). */
export const RATE_TYPE_IDS = { hourly: 1, perSession: 2, daily: 3 } as const

export type RateTypeId = (typeof RATE_TYPE_IDS)[keyof typeof RATE_TYPE_IDS]

export const rateTypeIdSchema = z.literal(Object.values(RATE_TYPE_IDS))
