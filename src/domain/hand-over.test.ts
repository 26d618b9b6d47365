import { describe, expect, test } from 'vitest'
import {
  type BusySlot,
  type Candidate,
  choiceOf,
  choosingAnyway,
  choosingForAll,
  choosingForItem,
  choosingForSchool,
  clashesOf,
  clashesWith,
  countAfter,
  diaryOf,
  firstDayToHandOver,
  handOverFromSchema,
  handOverKeySchema,
  type Load,
  minutesPerWeek,
  PROPOSED_CHOICES,
  proposalsFor,
  rankCandidates,
  spanOfWeeks,
  weeksOf,
} from './hand-over.ts'

const slot = (date: string, startTime = '09:00', endTime = '09:45') => ({ date, startTime, endTime })
const busy = (date: string, startTime: string, endTime: string, title = 'Own'): BusySlot => ({
  kind: 'session',
  title,
  ...slot(date, startTime, endTime),
})
const MONDAY = '2026-11-23'
const NEXT_MONDAY = '2026-11-30'

describe('choices', () => {
  const item = { key: 'session/1', schoolId: 5 } as const
  const proposals = new Map([[5, 8]])
  const chosen = (choices: typeof PROPOSED_CHOICES) => choiceOf(choices, proposals)(item)

  test("an item's own choice goes before its school's, and that before the one for all", () => {
    expect(chosen(PROPOSED_CHOICES)).toEqual({ toProviderId: 8, anyway: false })
    const forAll = choosingForAll(PROPOSED_CHOICES, 2)
    expect(chosen(forAll)).toEqual({ toProviderId: 2, anyway: false })
    const forSchool = choosingForSchool(forAll, { schoolId: 5, toProviderId: 3, keys: [] })
    expect(chosen(forSchool)).toEqual({ toProviderId: 3, anyway: false })
    expect(choiceOf(forSchool, proposals)({ ...item, schoolId: 6 })).toEqual({ toProviderId: 2, anyway: false })
    const forItem = choosingForItem(forSchool, { key: 'session/1', toProviderId: null })
    expect(chosen(forItem)).toEqual({ toProviderId: null, anyway: false })
  })

  test('nobody is proposed at a school without colleagues', () => {
    expect(choiceOf(PROPOSED_CHOICES, new Map([[5, null]]))(item).toProviderId).toBeNull()
    expect(choiceOf(PROPOSED_CHOICES, new Map())(item).toProviderId).toBeNull()
  })

  test('a choice for more drops the earlier ones for less, and keeps what else was chosen', () => {
    const ofItem = choosingForItem(choosingForItem(PROPOSED_CHOICES, { key: 'session/1', anyway: true }), {
      key: 'session/1',
      toProviderId: 2,
    })
    expect(ofItem.items).toEqual([{ key: 'session/1', anyway: true, toProviderId: 2 }])
    const ofSchool = choosingForSchool(ofItem, { schoolId: 5, toProviderId: null, keys: ['session/1'] })
    expect(ofSchool).toMatchObject({ items: [], schools: [{ schoolId: 5, toProviderId: null }] })
    expect(choosingForSchool(ofSchool, { schoolId: 5, toProviderId: 4, keys: [] }).schools).toEqual([
      { schoolId: 5, toProviderId: 4 },
    ])
    expect(choosingForAll(choosingAnyway(ofSchool, true), null)).toEqual({
      toProviderId: null,
      anyway: true,
      schools: [],
      items: [],
    })
    expect(choosingAnyway(ofItem, false).items).toEqual([{ key: 'session/1', toProviderId: 2 }])
  })

  test('an item is named by its kind and id', () => {
    const names = ['session/12', 'student/3', 'session/', 'school/1', 'session/1.5']
    expect(names.filter((name) => handOverKeySchema.safeParse(name).success)).toEqual(['session/12', 'student/3'])
  })
})

describe('clashes', () => {
  test('are what overlaps on the same day; sessions that only touch do not', () => {
    const diary = diaryOf([
      busy(MONDAY, '08:00', '09:00', 'Before'),
      busy(MONDAY, '09:30', '10:00', 'During'),
      busy(MONDAY, '09:45', '10:00', 'After'),
      { kind: 'timeOff', title: '', ...slot(NEXT_MONDAY, '08:00', '12:00') },
      busy('2026-12-07', '09:00', '09:45', 'Another day'),
    ])
    expect(clashesWith([slot(MONDAY), slot(NEXT_MONDAY)], diary)).toEqual([
      { kind: 'session', title: 'During', ...slot(MONDAY, '09:30', '10:00') },
      { kind: 'timeOff', title: '', ...slot(NEXT_MONDAY, '08:00', '12:00') },
    ])
  })

  test('with a last day at work: a student clashes with it, sessions after it cannot be given', () => {
    const leaving = { diary: diaryOf([busy(MONDAY, '09:00', '10:00')]), lastDay: MONDAY }
    const slots = [slot(MONDAY), slot(NEXT_MONDAY)]
    expect(clashesOf({ slots: [], isStudent: true }, leaving)).toEqual([{ kind: 'lastDay', date: MONDAY }])
    expect(clashesOf({ slots: [], isStudent: true }, { ...leaving, lastDay: null })).toEqual([])
    expect(clashesOf({ slots, isStudent: false }, leaving)).toEqual([busy(MONDAY, '09:00', '10:00')])
    expect([countAfter(slots, MONDAY), countAfter(slots, NEXT_MONDAY), countAfter(slots, null)]).toEqual([1, 0, 0])
  })
})

describe('minutes per week', () => {
  test('are averaged over the weeks with something to hand over', () => {
    const work = [slot(MONDAY), slot('2026-11-24'), slot('2026-12-07')]
    const weeks = weeksOf(work)
    expect([...weeks]).toEqual(['2026-11-22', '2026-12-06'])
    expect(spanOfWeeks(weeks)).toEqual({ first: '2026-11-22', last: '2026-12-12' })
    expect(minutesPerWeek(work, weeks)).toBe(68)
    // A colleague's minutes in the week between don't count.
    expect(minutesPerWeek([slot(NEXT_MONDAY), slot('2026-12-12', '09:00', '10:00')], weeks)).toBe(30)
  })

  test('are none without weeks', () => {
    expect(minutesPerWeek([slot(MONDAY)], new Set())).toBe(0)
    expect(spanOfWeeks(new Set())).toBeUndefined()
  })
})

describe('proposals', () => {
  const candidate = (id: number, name: string, more: Partial<Candidate> = {}): Candidate => ({
    id,
    name,
    schoolIds: new Set([1]),
    diary: diaryOf([]),
    lastDay: null,
    minutes: 100,
    invitation: null,
    ...more,
  })
  const loads: Load[] = [
    { key: 'session/1', schoolId: 1, slots: [slot(MONDAY)], isStudent: false },
    { key: 'session/2', schoolId: 2, slots: [slot(NEXT_MONDAY)], isStudent: false },
    { key: 'student/3', schoolId: 1, slots: [], isStudent: true },
  ]
  const idsOf = (ranked: readonly { id: number }[]) => ranked.map(({ id }) => id)

  test('begin with those who can take the most at their schools, then those with the fewest minutes', () => {
    const ranked = rankCandidates(
      [
        candidate(1, 'Elsewhere', { schoolIds: new Set([9]), minutes: 0 }),
        candidate(2, 'Busy', { diary: diaryOf([busy(MONDAY, '09:00', '10:00')]) }),
        candidate(3, 'More minutes', { minutes: 200 }),
        candidate(4, 'B'),
        candidate(5, 'A'),
        candidate(6, 'Leaves', { lastDay: '2026-11-29' }),
        candidate(7, 'Everywhere', { schoolIds: new Set([1, 2]), minutes: 900 }),
      ],
      loads,
    )
    expect(idsOf(ranked)).toEqual([7, 5, 4, 3, 2, 6, 1])
    expect(ranked.map(({ free, isProposed }) => [free.size, isProposed])).toEqual([
      [3, true],
      [3, true],
      [3, true],
      [3, true],
      [2, true],
      [1, true],
      [3, false],
    ])
  })

  test('name at each school the one who works there and is free for most of it', () => {
    const ranked = rankCandidates(
      [
        candidate(1, 'A', { diary: diaryOf([busy(MONDAY, '09:00', '10:00')]) }),
        candidate(2, 'B'),
        candidate(3, 'C', { schoolIds: new Set([3]) }),
      ],
      loads,
    )
    expect([...proposalsFor(ranked, loads)]).toEqual([
      [1, 2],
      [2, null],
    ])
  })

  test('name someone who can’t sign in yet only where nobody else works', () => {
    const ranked = rankCandidates(
      [
        candidate(1, 'Not invited', { invitation: 'notInvited', schoolIds: new Set([1, 2]) }),
        candidate(2, 'Busy', { diary: diaryOf([busy(MONDAY, '09:00', '10:00')]) }),
      ],
      loads,
    )
    expect([...proposalsFor(ranked, loads)]).toEqual([
      [1, 2],
      [2, 1],
    ])
  })
})

test('begins the day after the last day at work, or tomorrow, but not before today', () => {
  expect(firstDayToHandOver('2026-11-20', null)).toBe('2026-11-21')
  expect(firstDayToHandOver('2026-11-20', '2026-12-31')).toBe('2027-01-01')
  expect(firstDayToHandOver('2026-11-20', '2026-11-19')).toBe('2026-11-20')
  expect(firstDayToHandOver('2026-11-20', '2026-11-01')).toBe('2026-11-20')
  expect(['2026-11-19', '2026-11-20'].map((day) => handOverFromSchema('2026-11-20').safeParse(day).success)).toEqual([
    false,
    true,
  ])
})
