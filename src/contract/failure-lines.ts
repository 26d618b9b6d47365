import { z } from 'zod'
import { ApiError } from './failures.ts'

/** The lines of a failure that has several: errors in a file, records that weren't updated. */
export const failureLines = (error: unknown): readonly string[] =>
  error instanceof ApiError ? (z.array(z.string()).safeParse(error.data).data ?? []) : []
