import { isIdOf, nameOfIn } from './choices.ts'

/** How an email that the portal sends stands. */
export const MAIL_STATES = [
  { id: 1, name: 'Waiting' },
  { id: 2, name: 'Sending' },
  { id: 3, name: 'Sent' },
  { id: 4, name: 'Given up' },
] as const
export type MailState = (typeof MAIL_STATES)[number]['id']
export const isMailState = isIdOf(MAIL_STATES)

export const GIVEN_UP: MailState = 4

export const mailStateName = nameOfIn(MAIL_STATES)
