import { expect, test } from 'vitest'
import { countsAsByName, countsAsWord } from './label-counts.ts'

test.each([
  ['PRE', 'Present, session held', 'Delivered'],
  ['ABS', 'Student absent', 'Absent'],
  ['Unexcused Absence', '', 'Absent'],
  ['REF', 'Student refused', 'Absent'],
  ['No-show', 'Did not come', 'Absent'],
  ['NS', 'No show', 'Absent'],
  ['CX', 'Cancelled by the school', 'Absent'],
  ['CX', 'Canceled', 'Absent'],
  ['MU', 'Make-up due', 'Make-up due'],
  ['Makeup', 'Absent, make up needed', 'Make-up due'],
  ['MU', 'Make-up session', 'Delivered'],
  ['TELE', 'Teletherapy', 'Delivered'],
])('%s, %s counts as %3$s', (label, description, word) => {
  expect(countsAsWord(countsAsByName(label, description))).toBe(word)
})
