import { expect, test } from 'vitest'
import { addressOfPlace, placeOfAddress } from './close-out-place.ts'

const TODAY = '2026-11-20'

test('an address without a half-month is of the latest that is over', () => {
  expect(placeOfAddress('', TODAY)).toEqual({
    startDate: '2026-11-01',
    side: 'provider',
    kind: undefined,
    of: undefined,
    isUnusualOnly: false,
  })
  expect(placeOfAddress('', '2026-11-30').startDate).toBe('2026-11-01')
  expect(placeOfAddress('', '2026-12-01').startDate).toBe('2026-11-16')
})

test('any day of a half-month names it', () => {
  expect(placeOfAddress('period=2026-10-31', TODAY).startDate).toBe('2026-10-16')
  expect(placeOfAddress('period=2026-02-30', TODAY).startDate).toBe('2026-11-01')
})

test('a place is what its address says', () => {
  const place = { startDate: '2026-10-16', side: 'school', kind: 'rate', of: 0, isUnusualOnly: true } as const
  const address = addressOfPlace(place)
  expect(address).toBe('/close-out?period=2026-10-16&by=school&kind=rate&of=0&totals=unusual')
  expect(placeOfAddress(address.slice(address.indexOf('?')), TODAY)).toEqual(place)
  expect(placeOfAddress('?by=color&kind=other&of=x&totals=all', TODAY)).toEqual(placeOfAddress('', TODAY))
})
