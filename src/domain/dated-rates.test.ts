import { describe, expect, test } from 'vitest'
import {
  noteOnFirstDay,
  proposedFirstDay,
  type RateDays,
  rateDaysIn,
  removedInWords,
  whyNotRemovable,
} from './dated-rates.ts'

const NEVER = { earliest: '', endedOn: '', hasBegun: false, planned: [] } as const satisfies RateDays
const ENDED = { ...NEVER, earliest: '2026-11-01', endedOn: '2026-11-05', hasBegun: true } as const satisfies RateDays
const today = '2026-11-20'

describe('the days of a rate', () => {
  test('end today if the form removes it, unless it never began', () => {
    const inForce = { ...ENDED, earliest: '2026-11-16', endedOn: '' } as const
    expect(rateDaysIn(inForce, { isRemoved: true, today })).toEqual({ ...inForce, endedOn: today })
    expect(rateDaysIn({ ...inForce, hasBegun: false }, { isRemoved: true, today })).toMatchObject({ endedOn: '' })
    expect(rateDaysIn(ENDED, { isRemoved: false, today })).toEqual(ENDED)
    expect(rateDaysIn(undefined, { isRemoved: true, today })).toEqual(NEVER)
  })
})

describe('planned rates', () => {
  const days = { ...ENDED, planned: [{ rate: '55.00', from: '2026-12-15' }] }
  const removed = ['Hourly: $55.00 from 12/15/2026 is removed.']
  test.each([
    [undefined, removed],
    [{ rate: '55.00', from: '2026-12-15' }, []],
    [{ rate: '55.00', from: '2026-12-16' }, removed],
    [{ rate: '60.00', from: '2026-12-15' }, removed],
  ])('are removed, unless the form has the same: %j', (kept, sentences) => {
    expect(removedInWords(days, { name: 'Hourly', kept })).toEqual(sentences)
  })
})

describe('a rate of a provider', () => {
  test.each([
    [{ ...ENDED, earliest: '2026-11-20' }, undefined],
    [
      { ...ENDED, earliest: '2026-12-01' },
      'Days up to 11/30/2026 are locked or exported. This rate can be removed after that.',
    ],
    [{ ...ENDED, earliest: '2026-12-01', hasBegun: false }, undefined],
  ] as const)('can be removed once no exported day is ahead: %j', (days, why) => {
    expect(whyNotRemovable(days, today)).toBe(why)
  })
})

describe('the first day that a form proposes', () => {
  test.each([
    ['', NEVER, ENDED, '2026-11-05'],
    ['', NEVER, { ...ENDED, earliest: '2026-11-16' }, '2026-11-16'],
    ['', NEVER, { ...ENDED, endedOn: '' }, today],
    [today, NEVER, ENDED, '2026-11-05'],
    ['2026-11-05', ENDED, NEVER, today],
    ['2026-11-30', ENDED, NEVER, '2026-11-30'],
  ] as const)('is, of %j, for %j and then %j: %s', (day, before, after, proposed) => {
    expect(proposedFirstDay(day, { before, after, unless: today })).toBe(proposed)
  })
})

describe('what a form says about the first day', () => {
  test.each([
    [NEVER, '2026-11-20', undefined],
    [{ ...NEVER, endedOn: '2026-11-05' }, '2026-11-05', undefined],
    [{ ...NEVER, endedOn: '2026-11-05' }, '', undefined],
    [{ ...NEVER, endedOn: '2026-11-05' }, '2026-11-06', 'No rate of this type on 11/05/2026.'],
    [ENDED, '2026-11-04', '11/01/2026 or later: earlier days are locked.'],
    [
      ...([ENDED, '2026-11-20'] as const),
      '11/01/2026 or later: earlier days are locked. No rate of this type from 11/05/2026 to 11/19/2026.',
    ],
  ] as const)('is, for %j and %j: %s', (days, day, note) => {
    expect(noteOnFirstDay(days, day, { settled: 'locked' })).toBe(note)
  })
})
