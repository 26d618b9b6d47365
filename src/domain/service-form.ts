/** Services: what their form asks for and what is said of them (spec 3, sections 2, 5, 8 and 9). */
import { z } from 'zod'
import { requiredText } from './text-rules.ts'

const CHARACTERS = 250

/** The messages differ by a full stop, to the letter of the spec. */
export const serviceFormSchema = (purpose: 'add' | 'edit') =>
  z.object({
    code: requiredText(`Service Code Is Required${purpose === 'edit' ? '.' : ''}`, CHARACTERS),
    description: requiredText('Service Description Is Required', CHARACTERS),
  })
export type ServiceForm = z.infer<ReturnType<typeof serviceFormSchema>>

export const serviceMessages = {
  added: 'Service has been added successfully',
  updated: 'Service has been updated successfully',
  deleted: 'Service has been deleted successfully',
  deletion: 'Are you sure you want to delete this service?',
  empty: 'No Data Available',
  taken: 'A service with this code already exists.',
} as const
