/** Hands work over as previewed, in one transaction. */
import type { HandOverKey } from '#domain/hand-over.ts'
import { handOverMessages } from '#domain/hand-over.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import { counted, firstInWords, inWords, quoted } from '#domain/words.ts'
import type { ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import { handOverItems, handOvers } from '#server/db/schema/hand-overs.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type HandOverAsk, type HandOverPlan, type MovingItem, planHandOver } from './hand-over-plan.ts'
import { lockFor, type Reassignment, reassign, tellProviders } from './reassign.ts'

interface HandOverBody extends HandOverAsk {
  seen: readonly { key: HandOverKey; seen: string }[]
}

/** '“Ana”, “Reading group” and 2 more' */
const quotedNames = (names: readonly string[]) => firstInWords(names.map(quoted))

/** @throws Refusal 409 that says what is not as it was in the preview */
const requireSeen = ({ items }: HandOverPlan, seen: HandOverBody['seen']): void => {
  const before = new Map(seen.map((item) => [item.key, item.seen]))
  const added = items.filter(({ key }) => !before.has(key))
  const changed = items.filter((item) => before.has(item.key) && before.get(item.key) !== item.seen)
  const gone = before.size - (items.length - added.length)
  const what = [
    ...(added.length > 0
      ? [`${quotedNames(added.map(({ name }) => name))} ${added.length > 1 ? 'are' : 'is'} new`]
      : []),
    ...(changed.length > 0
      ? [`${quotedNames(changed.map(({ name }) => name))} ${changed.length > 1 ? 'have' : 'has'} changed`]
      : []),
    ...(gone > 0 ? [`${counted(gone, 'item')} ${gone > 1 ? 'are' : 'is'} no longer there`] : []),
  ]
  if (what.length === 0) return
  throw new Refusal(
    409,
    `Nothing was handed over, because something is different now: ${inWords(what)}. Please review the new preview.`,
  )
}

/** Students are the provider's until the first day. */
const movesLater = ({ from, today }: HandOverPlan): boolean => from > today

const reassignmentOf = (plan: HandOverPlan): Reassignment => ({
  dates: plan.moving.flatMap(({ toProviderId, dates }) =>
    dates.map((date) => ({ ...date, providerId: plan.provider.id, toProviderId })),
  ),
  sessions: plan.moving.flatMap(({ id, schoolId, toProviderId, session, dates }) =>
    session?.ownerId === plan.provider.id
      ? { id, schoolId, toProviderId, version: session.version, count: dates.length }
      : [],
  ),
  students: plan.moving.flatMap(({ id, schoolId, toProviderId, session }) =>
    session || movesLater(plan) ? [] : { id, schoolId, toProviderId },
  ),
  // Colleagues work there at once, so that they can plan.
  places: plan.moving.map(({ toProviderId, schoolId }) => ({ providerId: toProviderId, schoolId })),
})

/** '12 sessions and 3 students' */
const amountOf = (items: readonly MovingItem[]): string => {
  const sessions = items.reduce((sum, { dates }) => sum + dates.length, 0)
  const students = items.filter(({ session }) => !session).length
  return inWords([
    ...(sessions > 0 ? [counted(sessions, 'session')] : []),
    ...(students > 0 ? [counted(students, 'student')] : []),
  ])
}

interface StoredHandOver {
  readonly providerId: number
  readonly from: LocalDate
  readonly items: readonly Omit<typeof handOverItems.$inferInsert, 'handOverId'>[]
}

/** Keeps what was handed over, so that it can be undone. */
export const storeHandOver = async (
  { tx, user, now }: ChangeContext,
  { providerId, from, items }: StoredHandOver,
): Promise<number> => {
  const [stored] = await tx
    .insert(handOvers)
    .values({ providerId, fromDate: from, at: now, byId: user.userId })
    .returning({ id: handOvers.id })
  if (!stored) throw new RangeError('The hand-over was inserted but no id was returned')
  await bulkInsert(
    tx,
    handOverItems,
    items.map((item) => ({ handOverId: stored.id, ...item })),
  )
  return stored.id
}

const store = (change: ChangeContext, plan: HandOverPlan): Promise<number> => {
  const { provider, from, moving } = plan
  return storeHandOver(change, {
    ...{ providerId: provider.id, from },
    items: moving.map(({ id, name, schoolId, toProviderId, session, dates }) => {
      const isSessionMoved = session?.ownerId === provider.id
      return {
        toProviderId,
        schoolId,
        scheduleEventId: session ? id : null,
        studentId: session ? null : id,
        name,
        movesOn: session === undefined && movesLater(plan) ? from : null,
        sessionVersion: session ? session.version + (isSessionMoved ? 1 : 0) : null,
        isSessionMoved,
        occurrences: dates.map((date) => [date.id, date.version + 1]),
        sessionsCount: dates.length,
      }
    }),
  })
}

/** The plan under its locks; what is locked is what was planned before. */
const planLocked = async (change: ChangeContext, body: HandOverBody): Promise<HandOverPlan> => {
  const foreseen = await planHandOver(change, body)
  requireSeen(foreseen, body.seen)
  const colleagues = foreseen.moving.map(({ toProviderId }) => toProviderId)
  await lockFor(change, reassignmentOf(foreseen), [...new Set([foreseen.provider.id, ...colleagues])])
  const plan = await planHandOver(change, body)
  requireSeen(plan, body.seen)
  return plan
}

export const moveHandOver = async (change: ChangeContext, body: HandOverBody) => {
  const plan = await planLocked(change, body)
  const { provider, from, moving, colleagues } = plan
  if (moving.length === 0) throw new Refusal(400, handOverMessages.nothingChosen)
  const reassignment = reassignmentOf(plan)
  await reassign(change, reassignment)
  const id = await store(change, plan)
  const nameOf = new Map(colleagues.map((colleague) => [colleague.id, colleague.name]))
  const takerIds = [...new Set(moving.map(({ toProviderId }) => toProviderId))]
  const takers = takerIds.map((to) => [to, moving.filter(({ toProviderId }) => toProviderId === to)] as const)
  const since = `from ${formatDate(from)} on`
  await tellProviders(
    change,
    id,
    new Map([
      [
        provider.id,
        `Handed over ${since}: ${takers.map(([to, items]) => `${amountOf(items)} to ${nameOf.get(to)}`).join(', ')}.`,
      ],
      ...takers.map(([to, items]) => [to, `You take over ${amountOf(items)} of ${provider.name} ${since}.`] as const),
    ]),
  )
  return { id, items: moving.length, sessions: reassignment.dates.length, amount: amountOf(moving) }
}
