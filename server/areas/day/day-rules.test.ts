/**
 * Who may do what to a provider's day in which state: every call that changes a day, in every stored state, by
 * everyone, over HTTP against a real database. The expected results come from the lifecycle machines and the contract's
 * access rules; the actual ones are in `day-rules.txt`, for people to read.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Access } from '#contract/endpoint.ts'
import { savedTimesheetSchema } from '#contract/schedule.ts'
import { changedSessionsSchema } from '#contract/session-form.ts'
import { OCCURRENCE_STATES, occurrenceStateOf } from '#domain/occurrence.ts'
import { isReadOnlyDay, PROVIDER_DAY_STATES, type ProviderDayState } from '#domain/provider-day.ts'
import { isAdministrator, type RoleName } from '#domain/roles.ts'
import { formatDate } from '#domain/time.ts'
import { type OccurrenceEvent, occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { type ProviderDayEvent, providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { askDay, dayEntity, lockDays, storeMoves, wireApproval } from '#server/areas/provider-days/provider-days.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { callsLeftOut, DAY_ACTIONS, type DayAction, type RuleDay, readOnly } from '#tests/support/server/day-rules.ts'
import { type Cell, hasUnconfirmedHours, PERSONS, RuleDays, WHO, type Who } from '#tests/support/server/rule-days.ts'
import { afterwards, TEST_NOW } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
const server = useTestServer(database)
let days: RuleDays

beforeAll(async () => {
  days = await RuleDays.open(database(), server())
}, 120_000)

/** The state that the day's machine moves to; undefined if it refuses. */
const askedDay = (from: ProviderDayState, by: RoleName, event: ProviderDayEvent, unconfirmedRows: number) => {
  const facts = {
    by,
    unconfirmedRows,
    waitingChanges: 0,
    isOver: true,
    wasApproved: from === 'approved' || from === 'locked',
  }
  const move = askMachine(providerDayMachine, PROVIDER_DAY_STATES, from, facts, event)
  return move.allowed ? move.to : undefined
}

const unconfirmedRows = (state: ProviderDayState) => (hasUnconfirmedHours(state) ? 1 : 0)

/** The session's move; undefined if its machine refuses. */
const askedSession = ({ needs }: DayAction, state: ProviderDayState, by: RoleName, type: OccurrenceEvent['type']) => {
  const day = needs === 'session to move' ? 'open' : state
  const hasPendingEdit = needs === 'waiting change'
  const from = occurrenceStateOf({ day, isDeleted: false, hasPendingEdit, isInvoiced: false })
  const move = askMachine(
    occurrenceMachine,
    OCCURRENCE_STATES,
    from,
    { by, hasPassed: false, isCorrecting: false },
    { type },
  )
  return move.allowed ? { from, to: move.to } : undefined
}

/** Whether the machine that the server consults allows it. */
const isAllowed = (action: DayAction, state: ProviderDayState, by: RoleName): boolean => {
  if ('occurrence' in action.asks) return askedSession(action, state, by, action.asks.occurrence) !== undefined
  const before = unconfirmedRows(state)
  return askedDay(state, by, action.asks.day, action.becomes?.unconfirmed(before) ?? before) !== undefined
}

const isLetIn = (rule: Access, role: RoleName) => rule.kind !== 'roles' || rule.roles.includes(role)

/** The expected refusal with its message; undefined if the action is allowed. */
const refusalOf = ({ action, state, who }: Cell, day: RuleDay) => {
  const { role, isOther }: { role: RoleName | undefined; isOther?: boolean } = WHO[who]
  if (role === undefined) return { status: 401, message: 'Please login to continue.' }
  if (!isLetIn(api[action.call].access, role)) return { status: 403, message: "You don't have access to this page" }
  if (isOther) return action.toOthers
  return isAllowed(action, state, role) ? undefined : (action.refused ?? readOnly)(day)
}

/** Expected log entries: the day's move if there is one, and the session's own. */
const linesOf = ({ action, state, who }: Cell, day: RuleDay) => {
  const { role, userId } = WHO[who]
  if (role === undefined) return []
  const waits = action.waitsForProviders && !isAdministrator(role)
  const to =
    action.becomes && !waits
      ? askedDay(state, role, action.becomes.event, action.becomes.unconfirmed(unconfirmedRows(state)))
      : undefined
  const session = action.logs && askedSession(action, state, role, action.logs)
  const line = (machine: string, entity: string, from: string, event: string, next: string) => ({
    machine,
    entity,
    from_state: from,
    event,
    to_state: next,
    user_id: userId,
  })
  const moved = to !== undefined && (to !== state || action.becomes?.isAlwaysLogged)
  return [
    ...(moved ? [line(providerDayMachine.id, dayEntity(day), state, action.becomes?.event.type ?? '', to)] : []),
    ...(session ? [line('occurrence', String(day.occurrenceId), session.from, action.logs ?? '', session.to)] : []),
  ]
}

const rowsSchema = z.object({
  days: z.array(z.object({ state: z.string() })).length(1),
  log: z.array(z.record(z.string(), z.unknown())).nullable(),
})
const lifeSchema = z.object({
  sessions: z.array(
    z.object({ id: z.number(), provider_id: z.number(), date: z.string(), deleted_at: z.string().nullable() }),
  ),
  edits: z.array(z.object({ occurrence_id: z.number() })).nullable(),
  log: z.array(z.object({ machine: z.string(), entity: z.string(), to_state: z.string() })).nullable(),
})

/** The last logged state of each session of the day, and its current state. */
const livesOn = ({ date, providerId }: RuleDay, rows: unknown) => {
  const { sessions, edits, log } = lifeSchema.parse(rows)
  return sessions.flatMap(({ id, deleted_at, ...session }) => {
    const logged = log?.findLast(({ machine, entity }) => machine === 'occurrence' && entity === String(id))?.to_state
    if (logged === undefined || session.date !== date || session.provider_id !== providerId) return []
    const current = occurrenceStateOf({
      day: z.enum(PROVIDER_DAY_STATES).parse(stateOf(rows)),
      isDeleted: deleted_at !== null,
      hasPendingEdit: edits?.some((edit) => edit.occurrence_id === id) ?? false,
      isInvoiced: false,
    })
    return [{ id, logged, current }]
  })
}

/** A session that moved with its day. */
const isFollowing = (line: Record<string, unknown>) => line.machine === 'occurrence' && line.detail === null

const logOf = (rows: unknown) => rowsSchema.parse(rows).log ?? []
const stateOf = (rows: unknown) => rowsSchema.parse(rows).days[0]?.state ?? ''

/** A cell of the table: the new state, or the refusal without dates and names. */
const words = (text: string, { date }: RuleDay) =>
  text.replaceAll(formatDate(date), '<date>').replaceAll(/Paul Provider|Sofía Special/g, '<provider>')

const results = new Map<string, string>()
const keyOf = (action: string, state: ProviderDayState, who: Who) => `${action} / ${state} / ${who}`

const play = async (cell: Cell) => {
  const { action, state, who } = cell
  const day = await days.prepare(cell)
  const before = await days.rowsOf(day)
  const send = (token?: string) => server().call(action.call, { ...(token && { token }), body: action.body(day) })
  const { token } = days.tokenOf(who)
  const isForDaysOver = ['updateSchoolTime', 'updateTimesheet', 'approveScheduleEvents', 'rejectDays'].includes(
    action.call,
  )
  const reply = await (token && isForDaysOver ? afterwards(server(), token, day, send) : send(token))
  const after = await days.rowsOf(day)
  const refusal = refusalOf(cell, day)
  const setResult = (result: string) => results.set(keyOf(action.name, state, who), result)
  if (refusal === undefined) {
    expect({ status: reply.status, message: reply.message }).toMatchObject({ status: 200 })
    expect(after).not.toEqual(before)
    const lines = logOf(after).slice(logOf(before).length)
    const written = lines.filter((line) => !isFollowing(line))
    expect(livesOn(day, after)).toEqual(
      livesOn(day, after).map(({ id, current }) => ({ id, logged: current, current })),
    )
    for (const { user_id } of lines) expect(user_id).toBe(WHO[who].userId)
    expect(written).toHaveLength(linesOf(cell, day).length)
    expect(written).toEqual(expect.arrayContaining(linesOf(cell, day).map((line) => expect.objectContaining(line))))
    const waits = action.waitsForProviders && changedSessionsSchema.parse(reply.data).isPending
    setResult(waits ? 'waits' : stateOf(after) === state ? 'done' : `→ ${stateOf(after)}`)
    return
  }
  expect(after).toEqual(before)
  if (action.leavesAlone && isReadOnlyDay(state) && reply.status === 200) {
    expect(changedSessionsSchema.parse(reply.data).leftAlone).toMatchObject({ [state]: 1 })
    setResult('left alone')
    return
  }
  const { status, message } = reply
  if (action.tellsRow && status === 409) {
    const { providerId, date } = day
    expect(savedTimesheetSchema.parse(reply.data)).toMatchObject({ providerId, date, isApproved: wireApproval(state) })
  }
  const data = action.tellsRow ? null : reply.data
  expect({ status, message, ...(data === null ? {} : { data }) }).toEqual(refusal)
  setResult(`${status} ${words([message, ...('data' in refusal ? (refusal.data ?? []) : [])].join(' '), day)}`)
}

describe.each(DAY_ACTIONS)('$name', (action) => {
  test.each(PROVIDER_DAY_STATES)('on a day that is %s', async (state) => {
    for (const who of PERSONS) {
      await play({ action, state, who }).catch((error: unknown) => {
        throw new Error(`${who}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      })
    }
  })
})

/** Locking a period has no endpoint yet, so the test sends its events and stores the moves itself. */
const PERIOD_EVENTS: Record<string, ProviderDayEvent> = {
  'lock the period': { type: 'period.lock', isForced: false },
  'lock the period by force': { type: 'period.lock', isForced: true },
  'unlock the period, with a reason': { type: 'period.unlock', reason: 'A correction' },
  'unlock the period, without a reason': { type: 'period.unlock', reason: ' ' },
  'open a correction, with a reason': { type: 'correction.open', reason: 'The school called' },
  'open a correction, without a reason': { type: 'correction.open', reason: ' ' },
  'approve the correction': { type: 'correction.approve' },
  'cancel the correction': { type: 'correction.cancel' },
}

describe.each(Object.entries(PERIOD_EVENTS))('%s', (name, event) => {
  test.each(PROVIDER_DAY_STATES)('on a day that is %s', async (state) => {
    for (const who of PERSONS) {
      const { role, userId, providerId } = WHO[who]
      if (role === undefined) continue
      const key = { providerId, date: days.nextEmptyDay() }
      await days.storeDay(key, state)
      const move = await database().db.transaction(async (tx) => {
        const stored = (await lockDays(tx, [key])).get(dayEntity(key))
        const allowed = stored && askDay(stored, event, { role }, unconfirmedRows(state))
        if (allowed) await storeMoves(tx, [allowed], { userId, now: TEST_NOW })
        return allowed
      })
      const to = askedDay(state, role, event, unconfirmedRows(state))
      expect(move?.state).toBe(to)
      expect(await days.stateOf(key)).toBe(to ?? state)
      expect(await days.movesOf(key)).toEqual(
        to === undefined ? [] : [{ user_id: userId, from_state: state, event: event.type, to_state: to }],
      )
      results.set(keyOf(name, state, who), to === undefined ? 'refused' : `→ ${to}`)
    }
  })
})

test('no call that changes a day is missing', () => {
  expect(callsLeftOut()).toEqual([])
})

/** The table as text: a block per person, a line per action; refusals as letters, with a legend above. */
const tableText = (): string => {
  const names = [...DAY_ACTIONS.map(({ name }) => name), ...Object.keys(PERIOD_EVENTS)]
  const reasons: string[] = []
  const short = (result: string | undefined) => {
    if (result === undefined) return '-'
    if (!/^\d/.test(result)) return result
    if (!reasons.includes(result)) reasons.push(result)
    return String.fromCharCode('A'.charCodeAt(0) + reasons.indexOf(result))
  }
  const width = Math.max(...names.map((name) => name.length)) + 2
  const line = (first: string, columns: readonly string[]) =>
    `${first.padEnd(width)}${columns.map((column) => column.padEnd(13)).join('')}`.trimEnd()
  const blocks = PERSONS.map((who) =>
    [
      line(who, PROVIDER_DAY_STATES),
      ...names.map((name) =>
        line(
          name,
          PROVIDER_DAY_STATES.map((state) => short(results.get(keyOf(name, state, who)))),
        ),
      ),
    ].join('\n'),
  )
  const legend = reasons.map((reason, at) => `${String.fromCharCode('A'.charCodeAt(0) + at)}  ${reason}`)
  return [
    'Who may do what to a provider\'s day, by its state. "→ state" is the new state, "done" a change that keeps the state,',
    '"waits" a change that an administrator must approve, "left alone" a series that changes only its other days; letters',
    'are refusals, which change nothing.',
    '',
    ...legend,
    '',
    blocks.join('\n\n'),
    '',
  ].join('\n')
}

test('the table matches the results', async () => {
  await expect(tableText()).toMatchFileSnapshot('./day-rules.txt')
})
