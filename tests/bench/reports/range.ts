/** The month that is listed: half of it is approved. */
export const RANGE = { from: '2026-11-01', to: '2026-11-30' } as const
