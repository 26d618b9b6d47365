import { beforeEach, describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/api.ts'
import { getSessionChanges } from '#contract/open-work.ts'
import { getProviderChange } from '#contract/provider-changes.ts'
import { getScheduleEventById } from '#contract/schedule.ts'
import { storedSessionSchema } from '#contract/session-form.ts'
import { previewScheduleEvent } from '#contract/session-preview.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { unread } from '#tests/support/server/notifications.ts'
import {
  addSession,
  sessionPayload,
  storeWaitingChange,
  TEST_NOW,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'
import { goTo } from '#tests/support/server/time-off.ts'

/** Paul's series on Tuesdays and Thursdays: November 24 and 26, December 1 and 3. */
const DATES = ['2026-11-24', '2026-11-26', '2026-12-01', '2026-12-03']
const series: Partial<SessionForm> = {
  rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
  date: '2026-11-24',
  endDate: '2026-12-03',
}
const GROUP = '“Fine motor group” on 4 dates from 11/24/2026 to 12/03/2026'
const ASKED_TO_DELETE = `Paul Provider asked to delete ${GROUP}.`

describe("providers' changes that wait", () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
  const sessions = () =>
    rows('select date::text, start_time::text, deleted_at is null as stands from occurrences order by id')
  const scheduled = (start = '09:00:00') => DATES.map((date) => ({ date, start_time: start, stands: true }))
  const call = (name: EndpointName, by: string, body: object) => server().call(name, { token: by, body })
  const storedSeries = async (by: string) =>
    storedSessionSchema.parse((await call('editScheduleEventById', by, { id: 1 })).data)
  const updateBody = async (by: string, change: Partial<SessionForm>) => {
    const { id, entityCacheKey } = await storedSeries(by)
    const form = { ...series, providerId: 1, rateTypeId: by === token.ada ? 1 : null, ...change }
    return { ...sessionPayload(form), id, entityCacheKey, changeFromDate: '2026-11-24' }
  }
  const deletion = { id: 1, fromDate: '2026-11-24' }
  const shown = async (by = token.ada, id = 1) => {
    const reply = await call('getProviderChange', by, { id })
    expect(reply).toMatchObject({ status: 200 })
    return getProviderChange.data.parse(reply.data)
  }
  const previewOf = async (by: string, body: object) => {
    const reply = await call('previewScheduleEvent', by, body)
    expect(reply).toMatchObject({ status: 200 })
    return previewScheduleEvent.data.parse(reply.data)
  }
  const messagesTo = async (name: string) =>
    (await unread(database())).flatMap(([to, message]) => (to === name ? [message] : []))
  const states = () => rows('select id, state, reason from provider_changes order by id')
  const logged = () =>
    rows(
      "select entity, user_id, from_state, event, to_state, detail from transition_log where machine = 'provider-change' order by id",
    )

  beforeEach(async () => {
    await addSession(server(), token.paul, { ...series, startTime: '09:00', endTime: '09:45' })
    await rows('update organisation set providers_changes_wait = true')
  })

  test('each of Update All, Delete and Delete Series waits, and is shown to administrators', async () => {
    const moved = await updateBody(token.paul, { startTime: '13:00', endTime: '13:45' })
    expect((await previewOf(token.paul, { ...moved, change: 'updateSeries' })).counts).toMatchObject({
      changed: 4,
      isPending: true,
    })
    const asked = await call('updateScheduleEventSeries', token.paul, moved)
    expect(asked).toMatchObject({
      status: 200,
      message: 'Your change is waiting for an administrator to approve it',
      data: { changed: 4, isPending: true },
    })
    expect(await sessions()).toEqual(scheduled())
    const words = `Paul Provider asked to change the time (9:00 AM-9:45 AM to 1:00 PM-1:45 PM) of ${GROUP}.`
    expect(await messagesTo('Ada Admin')).toEqual([words])
    expect(await rows('select href, mail_message from notification_events')).toEqual([
      {
        href: '/provider-changes/1',
        mail_message: 'Paul Provider asked to change a session on 4 dates from 11/24/2026 to 12/03/2026.',
      },
    ])
    const change = await shown()
    expect(change).toMatchObject({ state: 'waiting', words, answered: null, obstacle: null, back: [] })
    expect(change.approval).toMatchObject({
      changes: ['the time (9:00 AM-9:45 AM to 1:00 PM-1:45 PM)'],
      dates: DATES.map((date) => ({ what: 'changed', date, clashes: [] })),
    })

    await call('withdrawProviderChange', token.paul, { id: 1 })
    expect(await call('deleteScheduleEvents', token.paul, { scheduleEventRecurrenceIds: [2, 3] })).toMatchObject({
      status: 200,
      message: 'Your change is waiting for an administrator to approve it',
      data: { removed: 2, isPending: true },
    })
    expect((await shown(token.ada, 2)).words).toBe(
      'Paul Provider asked to delete “Fine motor group” on 2 dates from 11/26/2026 to 12/01/2026.',
    )
    await call('withdrawProviderChange', token.paul, { id: 2 })
    expect(await call('deleteScheduleEventSeries', token.paul, deletion)).toMatchObject({
      status: 200,
      data: { removed: 4, isPending: true },
    })
    expect((await shown(token.ada, 3)).words).toBe(ASKED_TO_DELETE)
    expect(await sessions()).toEqual(scheduled())
  })

  test("administrators' changes apply at once, and providers' do without the setting", async () => {
    expect(await call('deleteScheduleEvents', token.ada, { scheduleEventRecurrenceIds: [4] })).toMatchObject({
      data: { removed: 1, isPending: false },
    })
    await rows('update organisation set providers_changes_wait = false')
    expect(await call('deleteScheduleEventSeries', token.paul, deletion)).toMatchObject({
      data: { removed: 3, isPending: false },
    })
    expect((await sessions()).filter(({ stands }) => stands)).toEqual([])
    expect(await states()).toEqual([{ id: 1, state: 'applied', reason: null }])
  })

  test('approving makes the change that was shown, tells the provider, and can be undone', async () => {
    await call('deleteScheduleEventSeries', token.paul, deletion)
    const { seen } = await shown()
    expect(await call('approveProviderChange', token.ada, { id: 1, seen })).toMatchObject({
      status: 200,
      message: 'The change has been approved',
      data: { removed: 4, isPending: false },
    })
    expect((await sessions()).filter(({ stands }) => stands)).toEqual([])
    // Who asked is told, the others no longer have to decide, and nobody is told that it was made at once.
    expect(await messagesTo('Paul Provider')).toEqual([`Your request to delete ${GROUP} was approved.`])
    expect(await messagesTo('Ada Admin')).toEqual([])
    expect(await shown()).toMatchObject({
      state: 'applied',
      words: `Paul Provider deleted ${GROUP}.`,
      answered: { by: 'Ada Admin', atUtc: TEST_NOW.toISOString(), reason: null },
      back: DATES.map((date) => ({ date, what: 'restored' })),
    })
    const again = await call('approveProviderChange', token.ada, { id: 1, seen })
    expect(again).toMatchObject({ status: 409, message: 'Ada Admin has approved this request in the meantime.' })

    expect(await call('undoProviderChange', token.ada, { id: 1, seen: (await shown()).seen })).toMatchObject({
      status: 200,
    })
    expect(await sessions()).toEqual(scheduled())
    expect(await logged()).toEqual([
      { entity: '1', user_id: 1, from_state: 'waiting', event: 'change.approve', to_state: 'applied', detail: null },
      { entity: '1', user_id: 1, from_state: 'applied', event: 'change.undo', to_state: 'undone', detail: null },
    ])
  })

  test('the day of the request counts, and what has passed since stays', async () => {
    await call('deleteScheduleEventSeries', token.paul, { id: 1 })
    await goTo(server(), token, '2026-11-25T15:00:00Z')
    const { approval, seen } = await shown()
    expect(approval?.dates).toEqual([
      { what: 'leftAlone', date: '2026-11-24', why: 'expired' },
      ...DATES.slice(1).map((date) => ({ what: 'removed', date })),
    ])
    expect(await call('approveProviderChange', token.ada, { id: 1, seen })).toMatchObject({ data: { removed: 3 } })
    await goTo(server(), token, '2026-11-30T15:00:00Z')
    expect((await sessions()).map(({ stands }) => stands)).toEqual([true, false, false, false])
  })

  test('an approval that would do something else than was shown, or nothing, is refused', async () => {
    await call('deleteScheduleEventSeries', token.paul, deletion)
    const { seen } = await shown()
    await rows("update provider_days set state = 'approved' where date = '2026-11-26'")
    await rows(
      "insert into provider_days (provider_id, date, state) values (1, '2026-12-01', 'approved') on conflict do nothing",
    )
    expect(await call('approveProviderChange', token.ada, { id: 1, seen })).toMatchObject({
      status: 409,
      message: 'Nothing was approved because something changed in the meantime. Please review the request again.',
    })
    expect(await sessions()).toEqual(scheduled())
    await goTo(server(), token, '2026-12-30T15:00:00Z')
    const late = await shown()
    expect(late).toMatchObject({ approval: null, obstacle: 'Event has been expired so you cannot change this event.' })
    expect(await call('approveProviderChange', token.ada, { id: 1, seen: late.seen })).toMatchObject({
      status: 409,
      message: late.obstacle,
    })
    expect(await states()).toEqual([{ id: 1, state: 'waiting', reason: null }])
  })

  test('rejecting keeps the sessions, and tells the provider why', async () => {
    await call('deleteScheduleEventSeries', token.paul, deletion)
    expect(await call('rejectProviderChange', token.ada, { id: 1, reason: '' })).toMatchObject({ status: 400 })
    expect(await call('rejectProviderChange', token.ada, { id: 1, reason: 'Ana needs them.' })).toMatchObject({
      status: 200,
      message: 'The change has been rejected',
    })
    expect(await sessions()).toEqual(scheduled())
    expect(await states()).toEqual([{ id: 1, state: 'rejected', reason: 'Ana needs them.' }])
    expect(await messagesTo('Paul Provider')).toEqual([
      `Your request to delete ${GROUP} was rejected. Reason: Ana needs them.`,
    ])
    expect(await rows("select mail_message from notification_events where kind = 'provider-change-answered'")).toEqual([
      { mail_message: 'Your request to delete a session on 4 dates from 11/24/2026 to 12/03/2026 was rejected.' },
    ])
    expect(await messagesTo('Ada Admin')).toEqual([])
    expect(await logged()).toMatchObject([{ event: 'change.reject', detail: { reason: 'Ana needs them.' } }])
    expect(await call('withdrawProviderChange', token.paul, { id: 1 })).toMatchObject({
      status: 409,
      message: 'Ada Admin has rejected this request in the meantime.',
    })
  })

  test('a provider withdraws their own request, and no one else does', async () => {
    await call('deleteScheduleEventSeries', token.paul, deletion)
    expect(await call('getProviderChange', token.sofia, { id: 1 })).toMatchObject({ status: 404 })
    expect(await call('withdrawProviderChange', token.sofia, { id: 1 })).toMatchObject({ status: 404 })
    expect(await call('withdrawProviderChange', token.ada, { id: 1 })).toMatchObject({ status: 403 })
    expect(await call('approveProviderChange', token.paul, { id: 1, seen: 'any' })).toMatchObject({ status: 403 })
    expect(await call('rejectProviderChange', token.paul, { id: 1, reason: 'No' })).toMatchObject({ status: 403 })
    expect(await shown(token.paul)).toMatchObject({ state: 'waiting', words: ASKED_TO_DELETE })
    expect(await call('withdrawProviderChange', token.paul, { id: 1 })).toMatchObject({
      status: 200,
      message: 'The request has been withdrawn',
    })
    expect(await states()).toEqual([{ id: 1, state: 'withdrawn', reason: null }])
    expect(await messagesTo('Ada Admin')).toEqual([])
  })

  test('of two answers at once, one counts', async () => {
    await call('deleteScheduleEventSeries', token.paul, deletion)
    const { seen } = await shown()
    const answers = await Promise.all([
      call('approveProviderChange', token.ada, { id: 1, seen }),
      call('withdrawProviderChange', token.paul, { id: 1 }),
      call('approveProviderChange', token.ada, { id: 1, seen }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const [stored] = await states()
    const isApproved = stored?.state === 'applied'
    expect(isApproved || stored?.state === 'withdrawn').toBe(true)
    expect(await sessions()).toEqual(scheduled().map((each) => ({ ...each, stands: !isApproved })))
  })

  test('a later change names the request, discards it, and tells the provider', async () => {
    await call('deleteScheduleEvents', token.paul, { scheduleEventRecurrenceIds: [2, 3] })
    const words = 'Paul Provider asked to delete “Fine motor group” on 2 dates from 11/26/2026 to 12/01/2026.'
    const body = await updateBody(token.ada, { startTime: '13:00', endTime: '13:45' })
    const { replaces } = await previewOf(token.ada, { ...body, change: 'updateSeries' })
    expect(replaces).toMatchObject({ requestedBy: 'Paul Provider', request: words })
    expect(await call('updateScheduleEventSeries', token.ada, body)).toMatchObject({
      status: 409,
      message: `${words} Approve or reject the request first, or confirm that your change discards it.`,
    })
    expect(await sessions()).toEqual(scheduled())
    const confirmed = { ...body, replacesKey: replaces?.key }
    expect(await call('updateScheduleEventSeries', token.ada, confirmed)).toMatchObject({ status: 200 })
    expect(await sessions()).toEqual(scheduled('13:00:00'))
    expect(await states()).toEqual([{ id: 1, state: 'discarded', reason: null }])
    expect(await messagesTo('Paul Provider')).toContain(
      'Your request to delete “Fine motor group” on 2 dates from 11/26/2026 to 12/01/2026 was discarded: Ada Admin has changed or deleted one of its sessions.',
    )
    expect(await call('approveProviderChange', token.ada, { id: 1, seen: 'any' })).toMatchObject({
      status: 409,
      message: 'Ada Admin has discarded this request in the meantime.',
    })
  })

  test('approving an earlier request about one session leaves a later one about several to be decided', async () => {
    await storeWaitingChange(database(), 2, { date: '2026-11-26', startTime: '10:00', endTime: '10:45' })
    await call('deleteScheduleEvents', token.paul, { scheduleEventRecurrenceIds: [2, 3] })
    expect(await call('approveScheduleEventRecurrence', token.ada, { id: 2 })).toMatchObject({ status: 200 })
    expect((await sessions())[1]).toEqual({ date: '2026-11-26', start_time: '10:00:00', stands: true })
    expect(await states()).toEqual([{ id: 1, state: 'waiting', reason: null }])
    const { seen, obstacle } = await shown()
    expect(obstacle).toBeNull()
    expect(await call('approveProviderChange', token.ada, { id: 1, seen })).toMatchObject({ data: { removed: 2 } })
  })

  test("a provider's newer request takes the place of the earlier one, which its preview names", async () => {
    await call('deleteScheduleEvents', token.paul, { scheduleEventRecurrenceIds: [2] })
    const { replaces } = await previewOf(token.paul, { ...deletion, change: 'deleteSeries' })
    expect(replaces).toMatchObject({ isOwn: true, requestedBy: 'Paul Provider' })
    expect(await call('deleteScheduleEventSeries', token.paul, deletion)).toMatchObject({ status: 200 })
    expect(await states()).toEqual([
      { id: 1, state: 'discarded', reason: null },
      { id: 2, state: 'waiting', reason: null },
    ])
    expect(await messagesTo('Ada Admin')).toEqual([ASKED_TO_DELETE])
    expect(await messagesTo('Paul Provider')).toEqual([])
  })

  test('a session leads to the request, and the list of changes has it until and after it is decided', async () => {
    await call('deleteScheduleEventSeries', token.paul, deletion)
    for (const by of [token.ada, token.paul]) {
      const { data } = await call('getScheduleEventById', by, { id: 2 })
      expect(getScheduleEventById.data.parse(data).providerChange).toEqual({
        id: 1,
        words: ASKED_TO_DELETE,
        atUtc: TEST_NOW.toISOString(),
        isWaiting: true,
      })
    }
    const listed = async (by: string) => {
      const { data } = await server().call('getSessionChanges', { token: by, query: {} })
      return getSessionChanges.data
        .parse(data)
        .rows.map(({ status, changes, providerChangeId, by: person }) => [status, changes, providerChangeId, person])
    }
    expect(await listed(token.ada)).toEqual([['Waiting', [`delete ${GROUP}`], 1, 'Paul Provider']])
    expect(await listed(token.sofia)).toEqual([])
    await call('rejectProviderChange', token.ada, { id: 1, reason: 'Ana needs them.' })
    expect(await listed(token.paul)).toEqual([['Rejected', [`delete ${GROUP}`], 1, 'Ada Admin']])
  })
})
