import { z } from 'zod'

/** The greatest number that a row's id may be: PostgreSQL's integer. */
export const LARGEST_ID = 2_147_483_647

/** Row ids are positive whole numbers of 31 bits. */
export const rowId = z.int().positive().max(LARGEST_ID)
