import { CFB, read } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { readSpreadsheet, writeSpreadsheet } from './spreadsheet.ts'

const csv = (text: string) => new TextEncoder().encode(text)

const hours = {
  name: 'Hours of the whole organization, by provider',
  columns: [
    { title: 'ID', width: 8 },
    { title: 'Name', width: 40 },
    { title: 'Hours', width: 12, format: '0.00' },
    { title: 'Since', width: 12 },
  ],
  rows: [
    [1, '=HYPERLINK("http://x","y")', 8.5, { date: '2026-11-20' }],
    [2, '+1-800 "Zoë" <José>', undefined, { date: '2024-02-29' }],
    [3, '@SUM(A1)', -0.25, undefined],
  ],
}

/** The text of a part of the written file. */
const partOf = (bytes: Uint8Array, path: string): string => {
  const part = CFB.find(CFB.read(bytes, { type: 'array' }), path)
  if (!part) throw new Error(`There is no ${path}`)
  return Buffer.from(part.content).toString()
}

describe('a written file', () => {
  test('reads back the same', async () => {
    expect(await readSpreadsheet(await writeSpreadsheet(hours))).toEqual({
      rows: [
        { line: 1, cells: ['ID', 'Name', 'Hours', 'Since'] },
        {
          line: 2,
          cells: [1, '=HYPERLINK("http://x","y")', 8.5, { date: '2026-11-20' }],
          shown: new Map([[3, '11/20/2026']]),
        },
        {
          line: 3,
          cells: [2, '+1-800 "Zoë" <José>', undefined, { date: '2024-02-29' }],
          shown: new Map([[3, '02/29/2024']]),
        },
        { line: 4, cells: [3, '@SUM(A1)', -0.25] },
      ],
    })
  })

  test('has widths, filters and number formats, and no formulas', async () => {
    const bytes = await writeSpreadsheet(hours)
    const sheet = partOf(bytes, '/xl/worksheets/sheet1.xml')
    expect(sheet).not.toContain('<f>')
    expect(sheet).toContain('<autoFilter ref="A1:D4"/>')
    expect(sheet.match(/<col [^>]*>/g)).toHaveLength(4)
    expect(partOf(bytes, '/xl/styles.xml')).toContain('mm/dd/yyyy')
    expect(read(bytes).SheetNames).toEqual(['Hours of the whole organization'])
  })

  test('has a bold header row that stays in view', async () => {
    const bytes = await writeSpreadsheet(hours)
    const sheet = partOf(bytes, '/xl/worksheets/sheet1.xml')
    expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"|<pane [^>]*state="frozen"[^>]*ySplit="1"/)
    const style = /<c r="A1"[^>]* s="(\d+)"/.exec(sheet)?.[1]
    const styles = partOf(bytes, '/xl/styles.xml')
    const formats = /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(styles)?.[1]?.match(/<xf [^>]*>/g) ?? []
    const font = /fontId="(\d+)"/.exec(formats[Number(style)] ?? '')?.[1]
    const fonts = /<fonts[^>]*>(.*)<\/fonts>/s.exec(styles)?.[1]?.match(/<font>.*?<\/font>|<font\/>/gs) ?? []
    expect(fonts[Number(font)]).toContain('<b/>')
  })
})

describe('the threads', () => {
  test("pass on the reader's refusals, and keep working", async () => {
    await expect(readSpreadsheet(csv('%PDF-1.7'))).rejects.toMatchObject({ name: 'SheetRefusal' })
    await expect(readSpreadsheet(csv('1\n2\n3'), { rows: 1 })).rejects.toThrow('The file has more than 1 rows')
    const sheets = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => readSpreadsheet(csv(text))))
    expect(sheets.map(({ rows }) => rows[0]?.cells[0])).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('terminate a reader that takes too long, and serve the next', async () => {
    const long = csv(Array.from({ length: 200_000 }, (_, row) => `${row},x`).join('\n'))
    await expect(readSpreadsheet(long, { rows: 1_000_000 }, 1)).rejects.toMatchObject({
      name: 'SheetRefusal',
      message: 'The file takes too long to read. Save it again with only this sheet.',
    })
    expect((await readSpreadsheet(csv('next'))).rows).toEqual([{ line: 1, cells: ['next'] }])
  })
  test('a reader that takes too long delays no other request', async () => {
    const long = csv(Array.from({ length: 200_000 }, (_, row) => `${row},x`).join('\n'))
    const slow = Array.from({ length: 3 }, () => readSpreadsheet(long, { rows: 1_000_000 }, 1))
    const behind = ['a', 'b', 'c'].map((text) => readSpreadsheet(csv(text)))
    const outcomes = await Promise.allSettled(slow)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect((await Promise.all(behind)).map(({ rows }) => rows[0]?.cells[0])).toEqual(['a', 'b', 'c'])
  })
})
