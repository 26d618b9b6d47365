import { expect, test } from 'vitest'
import { readPeoplePlace, writePeoplePlace } from './people-place.ts'

const TODAY = '2026-03-03'

test('this week, unfiltered, has the plain address', () => {
  const place = { date: TODAY, status: undefined, search: '' }
  expect(writePeoplePlace(place, TODAY)).toBe('')
  expect(readPeoplePlace('', TODAY)).toEqual(place)
})

test('another week and filters are read back', () => {
  const place = { date: '2026-02-24', status: 'waiting', search: 'de la' } as const
  expect(writePeoplePlace(place, TODAY)).toBe('date=2026-02-24&status=waiting&search=de+la')
  expect(readPeoplePlace(writePeoplePlace(place, TODAY), TODAY)).toEqual(place)
})

test('an invalid address falls back', () => {
  expect(readPeoplePlace('date=2026-13-45&status=gone', TODAY)).toEqual({ date: TODAY, status: undefined, search: '' })
})
