import { expect, test } from 'vitest'
import { NO_INVOICE_PLACE, placeAfter, problemsOf } from './invoice-place.ts'

const place = { startDate: '2026-11-03', endDate: '2026-11-10', school: 1, studentIds: [4], serviceIds: [2] }

test('a start date on the 1st or 16th sets the end date, any other leaves it', () => {
  expect(placeAfter(place, { startDate: '2026-11-01' })).toEqual({
    ...place,
    startDate: '2026-11-01',
    endDate: '2026-11-15',
  })
  expect(placeAfter(place, { startDate: '2028-02-16' }).endDate).toBe('2028-02-29')
  expect(placeAfter(place, { startDate: '2026-11-04' }).endDate).toBe('2026-11-10')
  expect(placeAfter(place, { startDate: '' }).endDate).toBe('2026-11-10')
  expect(placeAfter(place, { startDate: '2026-11-01', endDate: '2026-11-02' }).endDate).toBe('2026-11-02')
})

test('another school resets students and services, the same one does not', () => {
  expect(placeAfter(place, { school: 'all' })).toEqual({ ...place, school: 'all', studentIds: [], serviceIds: [] })
  expect(placeAfter(place, { school: 1 })).toEqual(place)
  expect(placeAfter(place, { studentIds: [] })).toEqual({ ...place, studentIds: [] })
})

test('says what is missing or wrong', () => {
  expect(problemsOf(NO_INVOICE_PLACE)).toEqual({
    startDate: 'Start Date Is Required',
    endDate: 'End Date Is Required',
    school: 'School Is Required',
  })
  expect(problemsOf({ ...place, endDate: '2026-11-02' })).toEqual({
    endDate: "End Date can't be less than Start Date",
  })
  expect(problemsOf({ ...place, school: 'all' })).toEqual({})
})
