/** What a failed call's error event says. */
import { failureMessage, fieldMessages, isStatus } from '#contract/failures.ts'

/** The message to show, if there is one. */
export const messageOf = ({ event }: { event: object }): string | undefined =>
  'error' in event ? failureMessage(event.error) : undefined

/** Failures without a message, such as a lost connection, don't open a dialog (spec 1, section 8). */
export const hasMessage = ({ event }: { event: object }): boolean => messageOf({ event }) !== undefined

/** The server refused fields: its messages belong next to them. */
export const isFieldRefusal = ({ event }: { event: object }): boolean =>
  'error' in event && Object.keys(fieldMessages(event.error)).length > 0

/** Someone else saved first: what was entered stays, based on what is stored now. */
export const isStale = ({ event }: { event: object }): boolean => 'error' in event && isStatus(event.error, 409)

/** The record is not there, or not for this user. */
export const isGone = ({ event }: { event: object }): boolean => 'error' in event && isStatus(event.error, 404)
