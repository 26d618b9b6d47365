import { z } from 'zod'
import './schema-messages.ts'

/** The maximum of PostgreSQL's integer. */
export const LARGEST_ID = 2_147_483_647

/** Row ids are positive 31-bit integers. */
export const rowId = z.int().positive().max(LARGEST_ID)
