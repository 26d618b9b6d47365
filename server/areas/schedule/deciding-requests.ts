/**
 * Asking for a change of whole sessions instead of making it, and answering it
 * (docs/decisions/undoing-providers-changes.md). Approving makes the call that the provider sent, with the provider's
 * rights, if it does what the administrator was shown.
 */
import { providerChangeMessages } from '#contract/provider-changes.ts'
import type { SavedChange } from '#contract/session-form.ts'
import type { SessionPreview, WaitingChangeBody } from '#contract/session-preview.ts'
import { PROVIDER_CHANGE_STATES, type ProviderChangeState } from '#domain/provider-changes.ts'
import { type ProviderChangeEvent, providerChangeMachine } from '#machines/schedule/provider-change.machine.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import { readProviderName } from '#server/db/providers.ts'
import { providerChanges } from '#server/db/schema/provider-changes.ts'
import { readUserName } from '#server/db/users.ts'
import { providerScope } from '#server/http/access.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { seenKey } from '#server/http/seen-key.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import {
  type AboutRequest,
  type ChangeRequest,
  discardRequests,
  requestAnswered,
  requestSchema,
} from './change-requests.ts'
import { changeSeries } from './change-series.ts'
import { deleteOccurrences } from './delete-occurrences.ts'
import { deleteSeries } from './delete-series.ts'
import { type ChangeContext, nothingChanged } from './occurrence-moves.ts'
import { moveProviderChange, readProviderChange, type StoredProviderChange } from './provider-changes.ts'
import { todayOf } from './series-steps.ts'
import { sessionsChangeInWords, untitledChange } from './session-notices.ts'
import { mustAsk, previewed } from './session-preview.ts'

interface Asked {
  readonly id: number
  readonly providerName: string
  readonly about: AboutRequest
}

const changeRequested = defineNotification({
  kind: 'provider-change-requested',
  lastsIn: ['waiting'],
  audience: 'ADM',
  category: 'Scheduling',
  subject: providerChangeMachine.id,
  words: ({ providerName, about }: Asked) => `${providerName} asked to ${sessionsChangeInWords('asked', about)}.`,
  inMail: ({ providerName, about }) => `${providerName} asked to ${untitledChange('asked', about)}.`,
  href: ({ id }) => `/provider-changes/${id}`,
})

/** The day from which it counts is the day of the request, whenever it is approved. */
const dated = (change: ChangeContext, body: WaitingChangeBody): WaitingChangeBody => {
  switch (body.change) {
    case 'updateSeries':
      return { ...body, changeFromDate: body.changeFromDate ?? todayOf(change) }
    case 'deleteSeries':
      return { ...body, fromDate: body.fromDate ?? todayOf(change) }
    case 'deleteOccurrences':
      return body
  }
}

const run = (change: ChangeContext, body: WaitingChangeBody): Promise<SavedChange> => {
  switch (body.change) {
    case 'updateSeries':
      return changeSeries(change, body)
    case 'deleteSeries':
      return deleteSeries(change, body)
    case 'deleteOccurrences':
      return deleteOccurrences(change, body)
  }
}

/** Makes the change, or stores it as a request if it waits for an administrator. */
export const changeOrAsk = async (change: ChangeContext, sent: WaitingChangeBody): Promise<SavedChange> => {
  if (!(await mustAsk(change))) return run(change, sent)
  const body = dated(change, sent)
  const { preview, touched } = await previewed(change, body)
  if (touched === undefined || touched.sessions.dates.length === 0) return run(change, sent)
  const { tx, user, now } = change
  const { providerId } = touched.sessions
  const changes = body.change === 'updateSeries' ? preview.changes : null
  const about: AboutRequest = { ...touched.sessions, dates: [...touched.sessions.dates], changes }
  const asked = sessionsChangeInWords('asked', about)
  const request: ChangeRequest = { body, about, text: asked }
  const providerName = await readProviderName(tx, providerId)
  await discardRequests(change, touched.ids)
  const [stored] = await tx
    .insert(providerChanges)
    .values({
      state: 'waiting',
      providerId,
      byId: user.userId,
      at: now,
      words: `${providerName} asked to ${asked}.`,
      sessions: [],
      occurrences: [],
      requested: request,
      requestedIds: [...touched.ids],
    })
    .returning({ id: providerChanges.id })
  if (!stored) throw new RangeError('The request was inserted but no id was returned')
  const told = notice(changeRequested, ADMINISTRATORS, stored.id, { id: stored.id, providerName, about })
  await notify(tx, { userId: user.userId, now }, [told])
  const clashes = preview.dates.flatMap((date) =>
    'clashes' in date && date.clashes.length > 0 ? [{ date: date.date, clashes: date.clashes }] : [],
  )
  return { ...preview.counts, isPending: true, ...(clashes.length > 0 && { clashes }) }
}

type Stored = StoredProviderChange

/** As the provider would make it. What is logged names the administrator, who decides. */
const asProvider = (change: ChangeContext, { id, providerId }: Stored): ChangeContext => {
  const { user } = change
  return { ...change, user: { ...user, role: 'Providers', providerId }, approving: { id, by: user } }
}

interface ForeseenRequest {
  preview: SessionPreview | null
  /** Why it can't be approved. */
  obstacle: string | null
  /** Stands for what approving would do. */
  seen: string
}

/** What approving a waiting request would do. Locks its days unless `change` is a preview. */
export const foreseeRequest = async (change: ChangeContext, stored: Stored): Promise<ForeseenRequest> => {
  const { body } = requestSchema.parse(stored.requested)
  let preview: SessionPreview | null = null
  let obstacle: string | null = null
  try {
    const foreseen = await previewed(asProvider(change, stored), body)
    preview = foreseen.preview
    if (foreseen.touched?.sessions.dates.length === 0) obstacle = providerChangeMessages.nothingLeft
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    obstacle = error.message
  }
  return { preview, obstacle, seen: seenKey([stored.id, preview, obstacle]) }
}

const ANSWERS: Readonly<Record<Exclude<ProviderChangeState, 'waiting'>, string>> = {
  applied: 'has approved',
  undone: 'has approved',
  rejected: 'has rejected',
  withdrawn: 'has withdrawn',
  discarded: 'has discarded',
}

/** @throws Refusal 409 that says who answered it, if it no longer waits */
const requireWaiting = async ({ tx, user }: ChangeContext, stored: Stored, type: ProviderChangeEvent['type']) => {
  if (stored.state !== 'waiting') {
    const by = stored.answeredById ?? stored.byId
    throw new Refusal(409, `${await readUserName(tx, by)} ${ANSWERS[stored.state]} this request in the meantime.`)
  }
  const move = askMachine(providerChangeMachine, PROVIDER_CHANGE_STATES, stored.state, { by: user.role }, { type })
  if (!move.allowed) throw new Refusal(403, providerChangeMessages.notYours)
}

const tellAnswer = async ({ tx, user, now }: ChangeContext, stored: Stored, answer: string, reason?: string) => {
  const { about } = requestSchema.parse(stored.requested)
  const facts = { about, answer, ...(reason !== undefined && { reason }) }
  const told = notice(requestAnswered, { userId: stored.byId }, stored.id, facts)
  await notify(tx, { userId: user.userId, now }, [told])
}

const approve = async (change: ChangeContext, { id, seen }: { id: number; seen: string }) => {
  const found = await readProviderChange(change.tx, id, { scope: undefined })
  await requireWaiting(change, found, 'change.approve')
  // Locks the days before the request, as every change of sessions does.
  const foreseen = await foreseeRequest(change, found)
  const stored = await readProviderChange(change.tx, id, { scope: undefined, lock: true })
  await requireWaiting(change, stored, 'change.approve')
  if (foreseen.obstacle !== null) throw new Refusal(409, foreseen.obstacle)
  if (foreseen.seen !== seen) throw new Refusal(409, providerChangeMessages.notAsShown)
  const changed = await run(asProvider(change, stored), requestSchema.parse(stored.requested).body)
  await tellAnswer(change, stored, 'was approved.')
  return { ...nothingChanged, ...changed }
}

const answer = async (
  change: ChangeContext,
  id: number,
  type: 'change.reject' | 'change.withdraw',
  reason?: string,
): Promise<void> => {
  const stored = await readProviderChange(change.tx, id, { scope: providerScope(change.user), lock: true })
  await requireWaiting(change, stored, type)
  await moveProviderChange(change, { id, from: stored.state, type }, { ...(reason !== undefined && { reason }) })
  if (type === 'change.reject') await tellAnswer(change, stored, 'was rejected.', reason)
}

export const requestHandlers: HandlersOf<'approveProviderChange' | 'rejectProviderChange' | 'withdrawProviderChange'> =
  {
    approveProviderChange: async ({ body, db, user, now, timeZone }) => {
      const changed = await db.transaction((tx) => approve({ tx, user, now, timeZone }, body))
      return done(changed, providerChangeMessages.approved)
    },

    rejectProviderChange: async ({ body: { id, reason }, db, user, now, timeZone }) => {
      await db.transaction((tx) => answer({ tx, user, now, timeZone }, id, 'change.reject', reason))
      return done(null, providerChangeMessages.rejected)
    },

    withdrawProviderChange: async ({ body: { id }, db, user, now, timeZone }) => {
      await db.transaction((tx) => answer({ tx, user, now, timeZone }, id, 'change.withdraw'))
      return done(null, providerChangeMessages.withdrawn)
    },
  }
