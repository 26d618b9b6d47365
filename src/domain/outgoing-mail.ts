/** How an email that the portal sends stands. */
export const MAIL_STATES = [
  { id: 1, name: 'Waiting' },
  { id: 2, name: 'Sending' },
  { id: 3, name: 'Sent' },
  { id: 4, name: 'Given up' },
] as const
export type MailState = (typeof MAIL_STATES)[number]['id']
export const isMailState = (id: number): id is MailState => MAIL_STATES.some((state) => state.id === id)

export const GIVEN_UP: MailState = 4

export const mailStateName = (id: MailState): string => MAIL_STATES.find((state) => state.id === id)?.name ?? ''
