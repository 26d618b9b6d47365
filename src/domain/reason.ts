import { plainLines } from './text-rules.ts'

/** Why an administrator takes a decision back: rejects or reopens a day, unlocks a billing period. */
export const reasonSchema = plainLines()
  .trim()
  .min(1, 'Reason Is Required')
  .max(250, 'Maximum characters allowed is 250')
