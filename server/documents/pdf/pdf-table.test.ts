import { expect, test } from 'vitest'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { PdfDocument } from './pdf-document.ts'
import { drawTable, type Table } from './pdf-table.ts'

const write = async (table: Table<readonly [string, string]>, organisation = 'Test District') => {
  const options = {
    orientation: 'portrait',
    title: 'Hours worked',
    organisation,
    notes: ['School: Lincoln'],
    now: new Date('2027-11-08T04:30:00Z'),
    timeZone: 'America/New_York',
  } as const
  return PdfDocument.write(options, (doc) => {
    doc.nextPage()
    drawTable(doc, doc.top, table)
  })
}

const columns = [
  { head: 'Name', share: 3, cell: (row: readonly [string, string]) => row[0] },
  { head: 'Amount', share: 1, align: 'right' as const, cell: (row: readonly [string, string]) => row[1] },
]

test('names in many scripts are read back as they were written', async () => {
  const names = ['Łukasz Ñandú Đặng', 'Nguyễn Thị Ưu', 'Ελένη Παπαδοπούλου', 'Юлия Щербакова', 'Şükrü Ğ. Ōtani']
  const rows = [...names, 'Ame\u0301lie'].map((name) => [name, '1.00'] as const)
  const bytes = await write({ columns, groups: [{ title: '', rows }] }, 'Škola č. 5')
  const { title, pages } = await readPdf(bytes)
  expect(title).toBe('Hours worked')
  expect(pages).toEqual([
    [
      'Škola č. 5',
      'Hours worked',
      'School: Lincoln',
      ...['Name', 'Amount'],
      ...[...names, 'Amélie'].flatMap((name) => [name, '1.00']),
      'Printed 11/07/2027 11:30 PM',
      'Page 1 of 1',
    ],
  ])
  // Two weights of the font are 700 kB; a PDF embeds a fraction.
  expect(bytes.length).toBeLessThan(120_000)
})

test('a table continues on the next page, with repeated heads and group band, and totals at the end', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => [`Row ${index + 1}`, `${index}.00`] as const)
  const bytes = await write({
    columns,
    groups: [
      { title: 'Lincoln', notes: ['2 rows'], rows: rows.slice(0, 2) },
      { title: 'Maple', rows: rows.slice(2) },
    ],
    totals: ['Total', '1,770.00'],
  })
  const { pages } = await readPdf(bytes)
  expect(pages.length).toBe(2)
  const [first = [], second = []] = pages
  expect(first.slice(3, 12)).toEqual([
    ...['Name', 'Amount', 'Lincoln', '2 rows'],
    ...['Row 1', '0.00', 'Row 2', '1.00', 'Maple'],
  ])
  expect(second.slice(3, 6)).toEqual(['Name', 'Amount', 'Maple (continued)'])
  expect(second.slice(-4)).toEqual(['Total', '1,770.00', 'Printed 11/07/2027 11:30 PM', 'Page 2 of 2'])
  const written = pages.flat().filter((text) => text.startsWith('Row '))
  expect(written).toEqual(rows.map(([name]) => name))
})

test('a text longer than a page is split between lines, losing nothing', async () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word${index}`)
  const { pages } = await readPdf(await write({ columns, groups: [{ title: '', rows: [[words.join(' '), '5.00']] }] }))
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.flat().filter((text) => text === '5.00').length).toBe(1)
  expect(pages.flatMap((texts) => texts.join(' ').match(/word\d+/g) ?? [])).toEqual(words)
})

test('a word wider than its column breaks, and a long title is truncated with an ellipsis', async () => {
  const groups = [{ title: 'L'.repeat(300), rows: [['x'.repeat(150), ''] as const] }]
  const { pages } = await readPdf(await write({ columns, groups }, 'O'.repeat(200)))
  const texts = pages.flat()
  expect(texts.filter((text) => /^x+$/.test(text)).join('')).toBe('x'.repeat(150))
  expect(texts.filter((text) => /^O+…$/.test(text)).length).toBe(1)
  expect(texts.filter((text) => /^L+…$/.test(text)).length).toBe(1)
})

test('names in scripts that Inter lacks are printed in theirs, and the same text gives the same bytes', async () => {
  const names = [
    '김민수',
    'ጥሩነሽ',
    'தமிழ்',
    'Հասմիկ',
    'ნინო',
    'હેમલતા',
    'কমল',
    'ਹਰਪ੍ਰੀਤ',
    'สมชาย',
    'לאה כהן',
    '🙂',
    '￥1,000',
  ]
  const rows = names.map((name) => [name, ''] as const)
  const first = await write({ columns, groups: [{ title: '', rows }] })
  const second = await write({ columns, groups: [{ title: '', rows }] })
  const { pages } = await readPdf(first)
  expect(pages[0]?.join('')).toContain(names.join(''))
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
})
