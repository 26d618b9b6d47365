import { z } from 'zod'
import { editAnswerSchema } from '#contract/waiting-version.ts'

/** The requests that a move of an occurrence answered, as the transition log keeps it. */
export const answeredSchema = z.object({ changes: z.array(z.string()), outcome: editAnswerSchema.shape.outcome })
export type Answered = z.infer<typeof answeredSchema>
