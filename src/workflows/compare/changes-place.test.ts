import { expect, test } from 'vitest'
import { readChangesPlace, versionLabel, writeChangesPlace } from './changes-place.ts'

const versions = ['2026-11-22.2', '2026-11-22', '2026-11-21']

test.each([
  ['', { from: '2026-11-22.2', to: 'now', isSideBySide: false }],
  ['2026-11-21..2026-11-22', { from: '2026-11-21', to: '2026-11-22', isSideBySide: false }],
  ['2026-11-22.2..now,sides', { from: '2026-11-22.2', to: 'now', isSideBySide: true }],
  ['seen..now', { from: 'seen', to: 'now', isSideBySide: false }],
  ['2020-01-01..giraffe', { from: '2026-11-22.2', to: 'now', isSideBySide: false }],
  ['hello', { from: '2026-11-22.2', to: 'now', isSideBySide: false }],
])('%j is read, and versions that do not exist are replaced', (detail, place) => {
  expect(readChangesPlace(detail, versions)).toEqual(place)
  expect(readChangesPlace(writeChangesPlace(place), versions)).toEqual(place)
})

test.each([
  ['now', 'Now'],
  ['seen', 'My last look'],
  ['2026-11-21', 'Nov 21, 2026'],
  ['2026-11-22.2', 'Nov 22, 2026, release 2'],
  ['2026-11-23T1430Z', 'Nov 23, 2026, 9:30 AM'],
  ['next', 'next'],
])('%s is called %s', (version, label) => {
  expect(versionLabel(version, 'America/New_York')).toBe(label)
})
