import { expect, test } from 'vitest'
import { parseSurvivors, survivorProblems, survivorsText } from './survivors.ts'

const known = new Map([
  ['common/draft', ["context: 'a' → 'other'"]],
  ['schedule/calendar', ['isEmpty: data → date', 'queryOf: date → filters (2)']],
])

const report = { tried: 3, caught: 2, excused: [], stale: [] }

test('the list is read as it is written', () => {
  expect(parseSurvivors(survivorsText(known))).toEqual(known)
})

test('a workflow without survivors is not listed', () => {
  expect(survivorsText(new Map([...known, ['common/draft', []]]))).toBe(
    'schedule/calendar\n  isEmpty: data → date\n  queryOf: date → filters (2)\n',
  )
})

test('names new survivors, and those that are caught now, of the workflows that were tried', () => {
  const reports = [
    { ...report, name: 'schedule/calendar', survivors: ['isEmpty: data → date', 'keep: 1 → 2'] },
    { ...report, name: 'session/idle', survivors: [] },
  ]
  expect(survivorProblems(known, reports)).toEqual([
    'schedule/calendar: keep: 1 → 2 survives',
    'schedule/calendar: queryOf: date → filters (2) no longer survives',
  ])
})
