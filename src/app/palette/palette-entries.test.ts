import { expect, test } from 'vitest'
import type { FoundRecord } from '#contract/search.ts'
import { paletteGroups } from './palette-entries.ts'

const screens = [
  { path: '/', label: 'Home Page', group: 'Home' },
  { path: '/pto-record', label: 'PTO Requests', group: 'Home' },
  { path: '/workflows', label: 'Workflows', group: 'Workflows' },
]
const record = (kind: FoundRecord['kind'], id: number, name: string, more: Partial<FoundRecord> = {}): FoundRecord => ({
  kind,
  id,
  name,
  detail: 'Lincoln',
  providerId: null,
  date: null,
  ...more,
})
const found = [
  record('student', 7, 'Ana Núñez'),
  record('school', 2, 'Maple'),
  record('provider', 3, 'Paul Provider'),
  record('session', 9, 'Handwriting', { providerId: 3, date: '2026-11-23' }),
]

const usual = {
  words: '',
  screens,
  found,
  isFoundForWords: true,
  recents: [],
  isAdministrator: true,
  mayOpenProviders: true,
  today: '2026-11-20',
}
const groupsOf = (change: Partial<Parameters<typeof paletteGroups>[0]>) =>
  paletteGroups({ ...usual, ...change }).map(({ name, entries }) => [name, ...entries.map((entry) => entry.name)])
const hrefsOf = (isAdministrator: boolean) =>
  paletteGroups({ ...usual, screens: [], isAdministrator }).flatMap(({ entries }) => entries.map(({ href }) => href))

test('groups by kind, the recent ones first, latest on top, and none twice', () => {
  expect(groupsOf({})).toEqual([
    ['Screens', 'Home Page', 'PTO Requests', 'Workflows'],
    ['Students', 'Ana Núñez'],
    ['Schools', 'Maple'],
    ['Providers', 'Paul Provider'],
    ['Sessions', 'Handwriting'],
  ])
  const recents = [
    { kind: 'school', id: 2 },
    { kind: 'screen', path: '/workflows' },
    { kind: 'student', id: 404 },
  ] as const
  expect(groupsOf({ recents })).toEqual([
    ['Recent', 'Maple', 'Workflows'],
    ['Screens', 'Home Page', 'PTO Requests'],
    ['Students', 'Ana Núñez'],
    ['Providers', 'Paul Provider'],
    ['Sessions', 'Handwriting'],
  ])
})

test('leads from an invoice to it in Billing History', () => {
  const [group] = paletteGroups({ ...usual, screens: [], found: [record('invoice', 5, 'INV-00013')] })
  expect(group).toMatchObject({ name: 'Invoices', entries: [{ href: '/billing-history?number=INV-00013' }] })
})

test('narrows screens by how the words of their name and group begin', () => {
  expect(groupsOf({ words: 'ome', found: [] })).toEqual([])
  expect(groupsOf({ words: 'req home', found: [] })).toEqual([['Screens', 'PTO Requests']])
  expect(groupsOf({ words: 'nothing', found: [] })).toEqual([])
})

test('offers only what fits the words while the answer is for earlier ones', () => {
  expect(groupsOf({ words: 'núñ', isFoundForWords: false })).toEqual([['Students', 'Ana Núñez']])
  expect(groupsOf({ words: 'xyz', isFoundForWords: false })).toEqual([])
})

test('offers the day of a date', () => {
  expect(groupsOf({ words: 'tomorrow', found: [] })).toEqual([['Days', 'Sat, Nov 21, 2026']])
})

test('leads to the pages of records', () => {
  expect(hrefsOf(true)).toEqual([
    '/student/7',
    '/updateSchool/2',
    '/provider/3',
    '/?view=daily&date=2026-11-23&provider=3',
  ])
  expect(hrefsOf(false)).toEqual(['/student/7', '/updateSchool/2', '/provider/3', '/?date=2026-11-23'])
  expect(
    paletteGroups({ ...usual, screens: [], mayOpenProviders: false }).flatMap(({ entries }) =>
      entries.flatMap(({ name, href }) => (name === 'Paul Provider' ? [href] : [])),
    ),
  ).toEqual(['/?provider=3'])
})
