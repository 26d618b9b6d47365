import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { writeSheet } from './write-sheet.ts'

test('a sheet whose name has characters that tabs cannot have', async () => {
  const bytes = await writeSheet({
    name: 'PTO / Hours: [2026] of all providers',
    columns: [{ title: 'A', width: 8 }],
    rows: [],
  })
  expect(read(bytes).SheetNames).toEqual(['PTO - Hours -2026- of all provi'])
})

/** Each sheet's cells as a spreadsheet program shows them. */
const shown = (bytes: Uint8Array) => {
  const { Sheets, SheetNames } = read(bytes, { cellNF: true })
  return SheetNames.map((name) => utils.sheet_to_json(Sheets[name] ?? {}, { header: 1, raw: false, blankrows: true }))
}

test('more rows than are written at a time, in several sheets, each with its formats', async () => {
  const rows = Array.from({ length: 1_234 }, (_, index) => [`  Zoë <${index}> & \u202e"co"`, index + 0.5, index / 1000])
  const bytes = await writeSheet({
    name: 'Many',
    above: ['Title', 'From 11/01/2026'],
    columns: [
      { title: 'Name', width: 20 },
      { title: 'Hours', width: 8, format: '#,##0.00' },
      { title: 'Share', width: 8, format: '0.0%' },
    ],
    rows,
    totals: ['Total', 1_234_567, undefined],
    more: [
      { name: 'Few', columns: [{ title: 'Day', width: 12 }], rows: [[{ date: '2026-11-25' }], [undefined], ['']] },
      { name: 'None', columns: [{ title: 'Day', width: 12, format: 'd/m/yy' }], rows: [] },
    ],
  })
  expect(shown(bytes)).toEqual([
    [
      ['Title'],
      ['From 11/01/2026'],
      [],
      ['Name', 'Hours', 'Share'],
      ...rows.map(([name, hours, share]) => [
        name,
        Number(hours).toLocaleString('en-US', { minimumFractionDigits: 2 }),
        `${(Number(share) * 100).toFixed(1)}%`,
      ]),
      ['Total', '1,234,567.00'],
    ],
    [['Day'], ['11/25/2026'], [], []],
    [['Day']],
  ])
})
