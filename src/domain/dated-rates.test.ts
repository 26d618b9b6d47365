import { describe, expect, test } from 'vitest'
import { noteOnFirstDay, proposedFirstDay, rateDaysIn } from './dated-rates.ts'

const NEVER = { earliest: '', endedOn: '' }
const ENDED = { earliest: '2026-11-01', endedOn: '2026-11-05' }
const today = '2026-11-20'

describe('the days of a rate', () => {
  test('end today if the form removes it, unless it never began', () => {
    expect(rateDaysIn({ earliest: '2026-11-16', endedOn: '' }, { isRemoved: true, today })).toEqual({
      earliest: '2026-11-16',
      endedOn: today,
    })
    expect(rateDaysIn(ENDED, { isRemoved: false, today })).toEqual(ENDED)
    expect(rateDaysIn(undefined, { isRemoved: true, today })).toEqual(NEVER)
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
