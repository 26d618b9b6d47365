import { describe, expect, it } from 'vitest'
import type { CalendarPlace } from '#machines/schedule/calendar-place.ts'
import { addressOfPlace, placeOfAddress } from './calendar-address.ts'

const DEFAULTS: CalendarPlace = {
  view: 'weekly',
  date: '2026-03-03',
  filters: { providerId: undefined, schoolId: undefined, studentId: undefined, search: '' },
}

describe("a calendar's address", () => {
  it('is empty for the defaults', () => {
    expect(addressOfPlace(DEFAULTS, DEFAULTS)).toBe('')
    expect(placeOfAddress('', DEFAULTS)).toEqual(DEFAULTS)
  })

  it('names the day unless everything is at its default', () => {
    const place: CalendarPlace = { ...DEFAULTS, view: 'daily' }
    expect(addressOfPlace(place, DEFAULTS)).toBe('view=daily&date=2026-03-03')
  })

  it('round-trips', () => {
    const place: CalendarPlace = {
      view: 'daily',
      date: '2026-12-31',
      filters: { providerId: 7, schoolId: 3, studentId: 21, search: ' O’Neil & Søn ' },
    }
    expect(placeOfAddress(`?${addressOfPlace(place, DEFAULTS)}`, DEFAULTS)).toEqual(place)
  })

  it('falls back to the defaults for invalid values', () => {
    expect(placeOfAddress('?view=yearly&date=2026-02-30&provider=x&school=-1&student=0', DEFAULTS)).toEqual(DEFAULTS)
  })
})
