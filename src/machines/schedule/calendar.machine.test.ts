import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock, waitFor } from 'xstate'
import { ApiError, NetworkError } from '#contract/failures.ts'
import { controlledActor } from '#tests/support/machines/controlled-actor.ts'
import {
  type CalendarInput,
  type CalendarQuery,
  calendarMachine,
  selectIsFirstLoad,
  selectPlace,
} from './calendar.machine.ts'
import { type CalendarData, NO_CALENDAR_DATA } from './calendar-data.ts'
import { type CalendarOptions, isFilterLocked } from './calendar-place.ts'
import { filterOptionsMachine, type OptionsQuery } from './filter-options.machine.ts'
import { sampleEvent } from './sample-sessions.ts'

const holding = (...titles: string[]): CalendarData => ({
  ...NO_CALENDAR_DATA,
  events: titles.map((title, index) => sampleEvent({ id: index + 1, title })),
})
const OPTIONS: CalendarOptions = {
  providers: [
    { id: 7, providerName: 'Ana Ruiz' },
    { id: 8, providerName: 'Bo Lee' },
    { id: 9, providerName: 'Chi Okafor' },
  ],
  schools: [{ id: 3, name: 'Lincoln Elementary', colourCode: '#2266aa' }],
  students: [{ id: 21, name: 'Dee Park' }],
}

/** Tuesday. */
const TODAY = '2026-03-03'

const start = (input: Partial<CalendarInput> = {}) => {
  const sessions = controlledActor<CalendarData, CalendarQuery>()
  const options = controlledActor<CalendarOptions, OptionsQuery>()
  const clock = new SimulatedClock()
  const actor = createActor(
    calendarMachine.provide({
      actors: {
        loadCalendar: sessions.logic,
        options: filterOptionsMachine.provide({ actors: { loadOptions: options.logic } }),
      },
    }),
    { clock, input: { source: 'manageSchedule', today: () => TODAY, ...input } },
  ).start()
  const titles = () => actor.getSnapshot().context.data?.events.map(({ title }) => title)
  const place = () => selectPlace(actor.getSnapshot())
  const reaches = (state: 'ready' | 'empty' | 'failed' | 'interrupted') =>
    waitFor(actor, (snapshot) => snapshot.matches(state))
  const withOptions = async () => {
    options.call(-1).resolve(OPTIONS)
    await waitFor(actor, ({ context }) => context.options === OPTIONS)
  }
  return { actor, sessions, options, clock, titles, place, reaches, withOptions }
}

describe('loading', () => {
  it("asks for today's week, Sunday to Saturday, and shows what comes", async () => {
    const { actor, sessions, titles, reaches } = start()
    expect(selectIsFirstLoad(actor.getSnapshot())).toBe(true)
    expect(sessions.call(0).input).toEqual({
      source: 'manageSchedule',
      isCreator: false,
      weekdaysOnly: false,
      from: '2026-03-01',
      to: '2026-03-07',
      filters: { providerId: undefined, schoolId: undefined, studentId: undefined, search: '' },
    })
    sessions.call(0).resolve(holding('Speech group'))
    await reaches('ready')
    expect(titles()).toEqual(['Speech group'])
    expect(actor.getSnapshot().hasTag('busy')).toBe(false)
  })

  it('says so when the days hold nothing', async () => {
    const { sessions, reaches } = start({ view: 'daily', source: 'providerHome' })
    expect(sessions.call(0).input).toMatchObject({ from: TODAY, to: TODAY })
    sessions.call(0).resolve(NO_CALENDAR_DATA)
    await reaches('empty')
  })

  it('never lets a slow answer overwrite a newer one', async () => {
    const { actor, sessions, titles, reaches } = start()
    actor.send({ type: 'date.next' })
    actor.send({ type: 'date.next' })
    expect(sessions.calls).toHaveLength(3)
    expect(sessions.calls.map(({ signal }) => signal.aborted)).toEqual([true, true, false])
    sessions.call(2).resolve(holding('two weeks on'))
    await reaches('ready')
    sessions.call(0).resolve(holding('this week'))
    sessions.call(1).reject(new ApiError(500, 'Too late'))
    await Promise.resolve()
    expect(titles()).toEqual(['two weeks on'])
    expect(actor.getSnapshot().matches('ready')).toBe(true)
  })

  it('asks again on refresh and keeps what is shown until the answer comes', async () => {
    const { actor, sessions, titles, reaches } = start()
    sessions.call(0).resolve(holding('before'))
    await reaches('ready')
    actor.send({ type: 'calendar.refresh' })
    expect(titles()).toEqual(['before'])
    expect(actor.getSnapshot().hasTag('busy')).toBe(true)
    sessions.call(1).resolve(holding('after'))
    await reaches('ready')
    expect(titles()).toEqual(['after'])
  })

  it("shows the server's message until OK, and keeps the sessions", async () => {
    const { actor, sessions, titles, reaches } = start()
    sessions.call(0).resolve(holding('before'))
    await reaches('ready')
    actor.send({ type: 'calendar.refresh' })
    sessions.call(1).reject(new ApiError(500, 'The database is away'))
    await reaches('failed')
    expect(actor.getSnapshot().context.error).toBe('The database is away')
    actor.send({ type: 'error.dismiss' })
    await reaches('interrupted')
    expect(actor.getSnapshot().context.error).toBeUndefined()
    expect(titles()).toEqual(['before'])
  })

  it('says nothing of a lost connection', async () => {
    const { actor, sessions, reaches } = start()
    sessions.call(0).reject(new NetworkError('No response from the server'))
    await reaches('interrupted')
    expect(actor.getSnapshot().context.error).toBeUndefined()
  })
})

describe('moving about', () => {
  it('week arrows show the neighboring week, day arrows the neighboring day, Today today', () => {
    const { actor, sessions, place } = start({ date: '2026-03-28' })
    actor.send({ type: 'date.next' })
    expect(sessions.call(-1).input).toMatchObject({ from: '2026-03-29', to: '2026-04-04' })
    actor.send({ type: 'date.previous' })
    actor.send({ type: 'date.previous' })
    expect(sessions.call(-1).input).toMatchObject({ from: '2026-03-15', to: '2026-03-21' })
    actor.send({ type: 'view.choose', view: 'daily' })
    expect(sessions.call(-1).input).toMatchObject({ from: '2026-03-21', to: '2026-03-21' })
    actor.send({ type: 'date.previous' })
    expect(place()).toMatchObject({ view: 'daily', date: '2026-03-20' })
    actor.send({ type: 'date.today' })
    expect(place().date).toBe(TODAY)
    actor.send({ type: 'date.choose', date: '2026-12-31' })
    expect(sessions.call(-1).input).toMatchObject({ from: '2026-12-31', to: '2026-12-31' })
  })

  it('drops the sessions of other days at once, and keeps those of the same', async () => {
    const { actor, sessions, titles, reaches } = start()
    sessions.call(0).resolve(holding('Speech group'))
    await reaches('ready')
    actor.send({ type: 'date.choose', date: '2026-03-05' })
    expect(titles()).toEqual(['Speech group'])
    actor.send({ type: 'date.next' })
    expect(titles()).toBeUndefined()
  })

  it('visits the place that an address names', () => {
    const { actor, sessions, place } = start()
    const filters = { providerId: 8, schoolId: undefined, studentId: undefined, search: 'group' }
    actor.send({ type: 'place.visit', place: { view: 'daily', date: '2026-01-05', filters } })
    expect(place()).toEqual({ view: 'daily', date: '2026-01-05', filters })
    expect(sessions.call(-1).input).toMatchObject({ from: '2026-01-05', filters })
    actor.send({ type: 'place.visit', place: place() })
    expect(sessions.calls).toHaveLength(2)
  })
})

describe('weekdays only', () => {
  it('asks for Monday to Friday, and steps over the weekend day by day', () => {
    const { actor, sessions, place } = start({ weekdaysOnly: true })
    expect(sessions.call(-1).input).toMatchObject({ from: '2026-03-02', to: '2026-03-06' })
    actor.send({ type: 'date.next' })
    expect(sessions.call(-1).input).toMatchObject({ from: '2026-03-09', to: '2026-03-13' })
    actor.send({ type: 'view.choose', view: 'daily' })
    const seen: string[] = []
    for (const type of ['date.previous', 'date.previous', 'date.next', 'date.next'] as const) {
      actor.send({ type })
      seen.push(place().date)
    }
    expect(seen).toEqual(['2026-03-09', '2026-03-06', '2026-03-09', '2026-03-10'])
  })

  it('shows the Monday for a day of the weekend, wherever it comes from', () => {
    const { actor, sessions, place } = start({ weekdaysOnly: true, view: 'daily', date: '2026-03-07' })
    expect(place().date).toBe('2026-03-09')
    actor.send({ type: 'date.choose', date: '2026-03-15' })
    expect(place().date).toBe('2026-03-16')
    actor.send({ type: 'place.visit', place: { ...place(), date: '2026-03-21' } })
    expect(sessions.call(-1).input).toMatchObject({ from: '2026-03-23', to: '2026-03-23' })
    const asked = sessions.calls.length
    actor.send({ type: 'place.visit', place: { ...place(), date: '2026-03-22' } })
    expect(sessions.calls).toHaveLength(asked)
  })
})

describe('filters', () => {
  it('wait until typing and choosing settle: 500 ms for the sessions, 100 ms for the lists', () => {
    const { actor, sessions, options, clock } = start()
    actor.send({ type: 'filter.choose', filter: 'schoolId', id: 3 })
    clock.increment(99)
    expect(options.calls).toHaveLength(1)
    clock.increment(1)
    expect(options.call(-1).input).toMatchObject({ filters: { schoolId: 3 } })
    actor.send({ type: 'search.type', search: 'gro' })
    clock.increment(300)
    actor.send({ type: 'search.type', search: ' group ' })
    clock.increment(499)
    expect(sessions.calls).toHaveLength(1)
    clock.increment(1)
    expect(sessions.call(-1).input.filters).toEqual({
      providerId: undefined,
      schoolId: 3,
      studentId: undefined,
      search: 'group',
    })
    expect(sessions.calls).toHaveLength(2)
  })

  it('Enter searches at once', () => {
    const { actor, sessions } = start()
    actor.send({ type: 'search.type', search: 'group' })
    actor.send({ type: 'search.submit' })
    expect(sessions.call(-1).input.filters.search).toBe('group')
  })

  it('a chosen student locks the provider and school that it was chosen under; Reset frees them', () => {
    const { actor, clock, place } = start()
    actor.send({ type: 'filter.choose', filter: 'providerId', id: 7 })
    actor.send({ type: 'filter.choose', filter: 'studentId', id: 21 })
    expect(isFilterLocked(place(), 'providerId')).toBe(true)
    expect(isFilterLocked(place(), 'schoolId')).toBe(false)
    expect(isFilterLocked(place(), 'studentId')).toBe(false)
    expect(actor.getSnapshot().can({ type: 'filter.choose', filter: 'providerId', id: 8 })).toBe(false)
    expect(actor.getSnapshot().can({ type: 'provider.next' })).toBe(false)
    actor.send({ type: 'filters.reset' })
    clock.increment(100)
    expect(place().filters).toEqual({ providerId: undefined, schoolId: undefined, studentId: undefined, search: '' })
    expect(isFilterLocked(place(), 'providerId')).toBe(false)
  })

  it('nothing to reset: Reset does nothing', () => {
    const { actor } = start()
    expect(actor.getSnapshot().can({ type: 'filters.reset' })).toBe(false)
  })

  it('steps through the providers, around the end', async () => {
    const { actor, place, withOptions } = start()
    expect(actor.getSnapshot().can({ type: 'provider.next' })).toBe(false)
    await withOptions()
    const seen: (number | undefined)[] = []
    for (const type of [
      'provider.next',
      'provider.next',
      'provider.next',
      'provider.next',
      'provider.previous',
    ] as const) {
      actor.send({ type })
      seen.push(place().filters.providerId)
    }
    expect(seen).toEqual([7, 8, 9, 7, 9])
  })

  it('steps over the providers who have left', async () => {
    const { actor, options, place } = start()
    const [first, second, third] = OPTIONS.providers
    if (!first || !second || !third) throw new Error('Three providers are offered')
    options.call(-1).resolve({ ...OPTIONS, providers: [first, { ...second, hasLeft: true }, third] })
    await waitFor(actor, ({ context }) => context.options.providers.length === 3)
    actor.send({ type: 'filter.choose', filter: 'providerId', id: first.id })
    actor.send({ type: 'provider.next' })
    expect(place().filters.providerId).toBe(third.id)
  })

  it('keep their lists when they cannot be read again', async () => {
    const { actor, options, clock, withOptions } = start()
    await withOptions()
    actor.send({ type: 'filter.choose', filter: 'schoolId', id: 3 })
    clock.increment(100)
    options.call(-1).reject(new ApiError(500, 'No'))
    const child = actor.getSnapshot().children.options
    if (!child) throw new Error('nothing offers options')
    await waitFor(child, (snapshot) => snapshot.matches('unavailable'))
    expect(actor.getSnapshot().context.options).toEqual(OPTIONS)
  })
})
