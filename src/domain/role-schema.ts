/** Apart from roles.ts, which the sign-in page loads: it parses nothing before the user enters something. */
import { z } from 'zod'
import { ROLE_NAMES } from './roles.ts'

export const roleNameSchema = z.enum(ROLE_NAMES)
