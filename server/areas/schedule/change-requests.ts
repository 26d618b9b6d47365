/**
 * Providers' changes and deletions of whole sessions that wait for an administrator
 * (docs/decisions/undoing-providers-changes.md): what they ask for, and what discards them.
 */
import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { waitingChangeBodySchema } from '#contract/session-preview.ts'
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { providerChangeMachine } from '#machines/schedule/provider-change.machine.ts'
import { defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import type { Db } from '#server/db/database.ts'
import { providerChanges } from '#server/db/schema/provider-changes.ts'
import { users } from '#server/db/schema/users.ts'
import { readUserName } from '#server/db/users.ts'
import type { ChangeContext } from './occurrence-moves.ts'
import { moveProviderChange, waitsFor } from './provider-changes.ts'
import { sessionsChangeInWords, untitledChange } from './session-notices.ts'

/** What a request is about, as of the request. */
const aboutSchema = z.object({
  title: z.string(),
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  providerId: z.int(),
  dates: z.array(localDateSchema).min(1),
  /** What differs, in words; null for a deletion. */
  changes: z.array(z.string()).nullable(),
})
export type AboutRequest = z.infer<typeof aboutSchema>

/** The request as `provider_changes` stores it. */
export const requestSchema = z.object({
  body: waitingChangeBodySchema,
  about: aboutSchema,
  /** What it asks for, for lists. */
  text: z.string(),
})
export type ChangeRequest = z.infer<typeof requestSchema>

interface Answered {
  readonly about: AboutRequest
  /** 'was approved.' */
  readonly answer: string
  readonly reason?: string
}

export const requestAnswered = defineNotification({
  kind: 'provider-change-answered',
  lastsIn: 'always',
  audience: 'PRV',
  category: 'Schedule',
  subject: providerChangeMachine.id,
  words: ({ about, answer, reason }: Answered) =>
    `Your request to ${sessionsChangeInWords('asked', about)} ${answer}${reason === undefined ? '' : ` Reason: ${reason}`}`,
  // A reason may name a student.
  inMail: ({ about, answer }) => `Your request to ${untitledChange('asked', about)} ${answer}`,
  href: ({ about: { providerId, dates } }) => calendarAddressOf({ providerId, date: dates.toSorted()[0] ?? '' }, false),
})

/** The waiting requests to change or delete one of the occurrences, the oldest first. */
export const readWaitingRequests = async (tx: Pick<Db, 'select'>, ids: readonly number[]) => {
  if (ids.length === 0) return []
  const found = await tx
    .select({ stored: providerChanges, requestedBy: users.displayName })
    .from(providerChanges)
    .innerJoin(users, eq(users.id, providerChanges.byId))
    .where(waitsFor(ids))
    .orderBy(asc(providerChanges.id))
  return found.map(({ stored, requestedBy }) => ({ ...stored, requestedBy, ...requestSchema.parse(stored.requested) }))
}

/**
 * Discards the waiting requests to change or delete one of the occurrences, because a later change takes their place.
 * Who asked is told, unless the later change is their own.
 */
export const discardRequests = async (change: ChangeContext, ids: readonly number[]): Promise<void> => {
  const { tx, user, now, approving } = change
  const waiting = await readWaitingRequests(tx, ids)
  if (waiting.length === 0) return
  const by = approving?.by ?? user
  const name = await readUserName(tx, by.userId)
  for (const { id, state, byId, about } of waiting) {
    if (id === approving?.id) continue
    await moveProviderChange({ tx, user: by, now }, { id, from: state, type: 'change.discard' }, {})
    const answer = `was discarded: ${name} has changed or deleted one of its sessions.`
    const told = notice(requestAnswered, { userId: byId }, id, { about, answer })
    await notify(tx, { userId: by.userId, now }, [told])
  }
}
