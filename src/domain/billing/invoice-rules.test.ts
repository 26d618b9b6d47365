import { expect, test } from 'vitest'
import { type InvoiceSelection, isSameSelection, replaces } from './invoice-rules.ts'

const half: InvoiceSelection = {
  schoolId: 1,
  startDate: '2026-11-01',
  endDate: '2026-11-15',
  studentIds: [],
  serviceIds: [],
}

test('an invoice replaces the earlier ones whose work it covers', () => {
  expect(replaces(half, half)).toBe(true)
  expect(replaces(half, { ...half, startDate: '2026-11-03', endDate: '2026-11-04' })).toBe(true)
  expect(replaces(half, { ...half, studentIds: [3], serviceIds: [2] })).toBe(true)
  expect(replaces({ ...half, studentIds: [3, 4] }, { ...half, studentIds: [4] })).toBe(true)
})

test('and none that bills more, nor one of another school', () => {
  expect(replaces(half, { ...half, endDate: '2026-11-16' })).toBe(false)
  expect(replaces({ ...half, studentIds: [3] }, half)).toBe(false)
  expect(replaces({ ...half, serviceIds: [1] }, { ...half, serviceIds: [1, 2] })).toBe(false)
  expect(replaces(half, { ...half, schoolId: 2 })).toBe(false)
})

test('the same students in another order are the same', () => {
  expect(isSameSelection({ ...half, studentIds: [3, 4] }, { ...half, studentIds: [4, 3] })).toBe(true)
  expect(isSameSelection(half, { ...half, studentIds: [3] })).toBe(false)
})
