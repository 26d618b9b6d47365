/** A user of the demo district who works over HTTP beside those who are measured. */
import { randomUUID } from 'node:crypto'
import { sessionSchema, signIn } from '#contract/login.ts'
import { type CalendarEvent, getScheduleEvents, updateEventNote } from '#contract/schedule.ts'
import { IDEMPOTENCY_KEY } from '#contract/writes.ts'
import { addDays, localOf, startOfWeek } from '#domain/time.ts'
import type { DemoAccount } from '#server/seed/demo-accounts.ts'
import { DEMO_TIME_ZONE } from '#tests/support/server.ts'
import { timedCall } from '../turns.ts'

export interface OtherClient {
  readonly url: string
  readonly token: string
}

const postOf = ({ token }: OtherClient, body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', token, [IDEMPOTENCY_KEY]: randomUUID() },
  body: JSON.stringify({ languageId: 1, ...body }),
})

const callAs = (client: OtherClient, { path }: { path: string }, body: object) =>
  timedCall(`${client.url}${path}`, postOf(client, body))

/** Makes a call and drops what it is answered with, as reading it would cost the machine as much as the server's work. */
export const askAs = async (client: OtherClient, path: string, body?: object): Promise<void> => {
  const { url, token } = client
  const response = await fetch(`${url}${path}`, body === undefined ? { headers: { token } } : postOf(client, body))
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
}

export const signInOther = async (url: string, { email, password }: DemoAccount): Promise<OtherClient> => {
  const { data } = await callAs({ url, token: '' }, signIn, { username: email, password, rememberme: false })
  return { url, token: sessionSchema.parse(data).accessToken }
}

/** The first and the last day of a week: 0 is the one that calendars open on. */
export const weekFromNow = (weeks: number) => {
  const from = addDays(startOfWeek(localOf(Date.now(), DEMO_TIME_ZONE).date), 7 * weeks)
  return { fromDateTime: from, toDateTime: addDays(from, 6) }
}

/** Sessions of this week whose day was not approved. */
export const openSessions = async (client: OtherClient): Promise<CalendarEvent[]> => {
  const { data } = await callAs(client, getScheduleEvents, weekFromNow(0))
  return getScheduleEvents.data.parse(data).events.filter(({ isApproved }) => isApproved === 0)
}

export const writeNote = (client: OtherClient, { id }: CalendarEvent, note: string) =>
  callAs(client, updateEventNote, { id, trackingFeedback: note })
