/** The tracking label form: fields, rules and messages (spec 3, sections 2, 5, 8 and 9). */
import { z } from 'zod'
import { countsAsSchema } from './label-counts.ts'
import { requiredText } from './text-rules.ts'

/** The spec's messages for adding and editing differ by a period. */
export const trackingLabelFormSchema = (purpose: 'add' | 'edit') =>
  z.object({
    // A session's labels are stored and sent comma-joined.
    trackingLabel: requiredText(
      purpose === 'add' ? 'Tracking Label Is Required.' : 'Tracking Label Is Required',
      100,
    ).refine((label) => !label.includes(','), 'A tracking label cannot contain a comma.'),
    description: requiredText('Tracking Description Is Required.', 500),
    countsAs: countsAsSchema,
    pastSessions: z.int().optional(),
  })

/** The form's values, valid or not. */
export const trackingLabelContentSchema = z.object({
  trackingLabel: z.string(),
  description: z.string(),
  countsAs: z.int().nullable(),
  /** The answer to the question about past sessions. */
  pastSessions: z.int().optional(),
})
export type TrackingLabelForm = z.infer<typeof trackingLabelContentSchema>

const pastSessions = (count: number) => `${count.toLocaleString('en-US')} past session${count === 1 ? '' : 's'}`

export const trackingLabelMessages = {
  added: 'Tracking Label has been added successfully',
  updated: 'Tracking Label has been updated successfully',
  deleted: 'Tracking Label has been deleted successfully',
  deletion: 'Are you sure you want to delete this Tracking Label?',
  empty: 'No Data Found',
  taken: 'This tracking label already exists.',
  changesPast: (sessions: number) => `This changes ${pastSessions(sessions)}.`,
  /** What the log of changes adds. */
  changedPast: (changed: number, kept: number) =>
    `${changed === 0 ? 'no past session' : pastSessions(changed)} changed` +
    (kept === 0 ? '' : `, ${kept.toLocaleString('en-US')} on approved or locked days kept`),
} as const
