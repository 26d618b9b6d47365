/** What a failed call asks of a machine, read from the event that it ended with. */
import { failureMessage, fieldMessages, isStatus } from '#contract/failures.ts'

/** Failures without a message, such as a lost connection, are not put in the user's way (spec 1, section 8). */
export const hasMessage = ({ event }: { event: object }): boolean =>
  'error' in event && failureMessage(event.error) !== undefined

/** The server refused fields: its words belong there. */
export const isFieldRefusal = ({ event }: { event: object }): boolean =>
  'error' in event && Object.keys(fieldMessages(event.error)).length > 0

/** Somebody else was faster: what was entered stays, over what is stored now. */
export const isOvertaken = ({ event }: { event: object }): boolean => 'error' in event && isStatus(event.error, 409)
