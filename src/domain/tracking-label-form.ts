/** Tracking labels: what their form asks for and what is said of them (spec 3, sections 2, 5, 8 and 9). */
import { z } from 'zod'
import { requiredText } from './text-rules.ts'

/** The messages differ by a full stop, to the letter of the spec. */
export const trackingLabelFormSchema = (purpose: 'add' | 'edit') =>
  z.object({
    // The labels of a session are stored and sent joined by commas.
    trackingLabel: requiredText(`Tracking Label Is Required${purpose === 'add' ? '.' : ''}`, 100).refine(
      (label) => !label.includes(','),
      'A tracking label cannot contain a comma.',
    ),
    description: requiredText('Tracking Description Is Required.', 500),
  })
export type TrackingLabelForm = z.infer<ReturnType<typeof trackingLabelFormSchema>>

export const trackingLabelMessages = {
  added: 'Tracking Label has been added successfully',
  updated: 'Tracking Label has been updated successfully',
  deleted: 'Tracking Label has been deleted successfully',
  deletion: 'Are you sure you want to delete this Tracking Label?',
  empty: 'No Data Found',
  taken: 'This tracking label already exists.',
} as const
