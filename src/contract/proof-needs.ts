/** What refused calls tell about proofs of who the user is; every page reads it. */
import { z } from 'zod'

/** The `data` of a 403 for a change that needs a new proof of who the user is: their sign-in is too long ago. */
export const confirmFirstSchema = z.object({ mustConfirm: z.literal(true) })
export const confirmFirst: z.output<typeof confirmFirstSchema> = { mustConfirm: true }
/** The `data` of a 403 for every other call of a user whose role needs a second factor and who has none. */
export const addFactorFirstSchema = z.object({ mustAddFactor: z.literal(true) })
export const addFactorFirst: z.output<typeof addFactorFirstSchema> = { mustAddFactor: true }
