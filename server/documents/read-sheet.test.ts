import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { CFB, utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'
import { SHEET_LIMITS, SheetRefusal } from './sheet.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))
const csv = (text: string) => new TextEncoder().encode(text)

const linesOf = (bytes: Uint8Array, limits = {}) =>
  readSheet(bytes, { ...SHEET_LIMITS, ...limits }).rows.map(({ line, cells }) => [line, ...cells])

const refusalOf = (bytes: Uint8Array, limits = {}) => {
  try {
    return `taken: ${JSON.stringify(linesOf(bytes, limits))}`
  } catch (error) {
    if (error instanceof SheetRefusal) return error.message
    throw error
  }
}

const HEAD = ['ID', 'Provider Name', 'Provider Role', 'Available Hours', 'As Of', 'Starts']

describe('a file that LibreOffice wrote', () => {
  test.each(['hours.xlsx', 'hours.xls'])('%s: the first visible sheet, with its types', (name) => {
    expect(linesOf(fixture(name))).toEqual([
      [1, ...HEAD],
      [2, 1, 'José Núñez', 'Providers', 40.5, { date: '2026-11-20' }, { time: '08:30' }],
      [4, 2, 'O’Brien, "Zoë"', 'SpecialProvider', 20.25, { date: '1999-12-31' }],
      [5, 3, 'Jürgen; Große', 'Providers', '12.25', { date: '2024-02-29' }, { time: '23:45' }],
      [6, 4, 'Total', undefined, '#DIV/0!'],
    ])
  })

  test.each(['hours-utf8.csv', 'hours-windows-1252.csv'])('%s: the same as text', (name) => {
    expect(linesOf(fixture(name))).toEqual([
      [1, ...HEAD],
      [2, '1', 'José Núñez', 'Providers', '40.5', '11/20/2026', '08:30'],
      [4, '2', 'O’Brien, "Zoë"', 'SpecialProvider', '20.25', '12/31/1999'],
      [5, '3', 'Jürgen; Große', 'Providers', '12.25', '02/29/2024', '23:45'],
      [6, '4', 'Total', undefined, '#DIV/0!'],
    ])
  })
})

describe('text', () => {
  test.each([
    ['tabs', 'ID\tHours\n1\t8'],
    ['bars', 'ID|Hours\n1|8'],
    ['a line that names its separator', 'sep=;\r\nID;Hours\r\n1;8'],
    ['a byte order mark', '\ufeffID,Hours\n1,8'],
    ['old line ends', 'ID,Hours\r1,8'],
    ['quotes throughout', '"ID","Hours"\n"1","8"\n'],
  ])('with %s', (_, text) => {
    expect(linesOf(csv(text)).map(([, ...cells]) => cells)).toEqual([
      ['ID', 'Hours'],
      ['1', '8'],
    ])
  })

  test('counts a multiline cell as one row, as a spreadsheet program does', () => {
    expect(linesOf(csv('ID,Note\n1,"one\ntwo, three"\n\n ,\n2,x'))).toEqual([
      [1, 'ID', 'Note'],
      [2, '1', 'one\ntwo, three'],
      [5, '2', 'x'],
    ])
  })

  test('in UTF-16, as "Unicode Text" is saved', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ID\tName\n1\tŁukasz', 'utf16le')])
    expect(linesOf(new Uint8Array(bytes))).toEqual([
      [1, 'ID', 'Name'],
      [2, '1', 'Łukasz'],
    ])
  })

  test('that begins with an equals sign stays text', () => {
    expect(linesOf(csv('=1+1,"=HYPERLINK(""http://x"")"'))).toEqual([[1, '=1+1', '=HYPERLINK("http://x")']])
  })

  test.each([
    ['no mark, little-endian', 'utf-16le', false],
    ['a mark, big-endian', 'utf-16be', true],
    ['no mark, big-endian', 'utf-16be', false],
  ] as const)('in UTF-16 with %s', (_, encoding, isMarked) => {
    const bytes = Buffer.from(`${isMarked ? '\ufeff' : ''}ID,Available Hours\r\n1,8\r\n`, 'utf16le')
    if (encoding === 'utf-16be') bytes.swap16()
    expect(linesOf(new Uint8Array(bytes))).toEqual([
      [1, 'ID', 'Available Hours'],
      [2, '1', '8'],
    ])
  })

  test('reads cells that a spreadsheet program is told to keep as text', () => {
    expect(linesOf(csv('Zip,Name\n="02134","=""Zoë"""\n'))).toEqual([
      [1, 'Zip', 'Name'],
      [2, '02134', 'Zoë'],
    ])
  })

  test('with a stray control character is still text', () => {
    const lines = linesOf(csv(`Name,Note\n${'Ada,plain\n'.repeat(10)}Bob,odd\u0001note`))
    expect(lines.at(-1)).toEqual([12, 'Bob', 'odd\u0001note'])
  })

  test('with a quotation mark missing names the row, and keeps the others', () => {
    expect(readSheet(csv('ID,Name\n1,"Ada\n2,Bob'), SHEET_LIMITS).rows).toEqual([
      { line: 1, cells: ['ID', 'Name'] },
      {
        line: 2,
        cells: ['1', '"Ada'],
        problem:
          'A quotation mark is missing: one begins a cell and none ends it. Put the cell in quotation marks, or remove the mark.',
      },
      { line: 3, cells: ['2', 'Bob'] },
    ])
  })
})

describe('a workbook', () => {
  const save = (...sheets: { name: string; cells: (string | number)[][]; isHidden?: boolean }[]): Uint8Array => {
    const book = utils.book_new()
    for (const { name, cells } of sheets) utils.book_append_sheet(book, utils.aoa_to_sheet(cells), name)
    book.Workbook = { Sheets: sheets.map(({ isHidden }) => ({ Hidden: isHidden ? 1 : 0 })) }
    return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }))
  }
  const book = (cells: (string | number)[][]) => save({ name: 'Hours', cells })

  /** The workbook with the text of its sheet changed. */
  const rewritten = (bytes: Uint8Array, change: (xml: string) => string): Uint8Array => {
    const parts = CFB.read(bytes, { type: 'array' })
    const sheet = CFB.find(parts, '/xl/worksheets/sheet1.xml')
    if (!sheet) throw new Error('There is no sheet')
    sheet.content = Buffer.from(change(Buffer.from(sheet.content).toString()))
    return new Uint8Array(CFB.write(parts, { fileType: 'zip', type: 'array' }) as ArrayBuffer)
  }

  test('is read from the first visible sheet', () => {
    const hidden = { name: 'Notes', cells: [['Nobody sees this']], isHidden: true }
    expect(linesOf(save(hidden, { name: 'Hours', cells: [['ID']] }, { name: 'Old', cells: [[0]] }))).toEqual([
      [1, 'ID'],
    ])
  })

  test('has no value where a formula was never calculated', () => {
    const cells = [
      ['ID', 'Hours'],
      [1, 8],
    ]
    for (const formula of ['<f>4*2</f>', '<f>4*2</f><v></v>', '<f>4*2</f><v/>']) {
      const bytes = rewritten(book(cells), (xml) => xml.replace('<v>8</v>', formula))
      expect(linesOf(bytes)).toEqual([
        [1, 'ID', 'Hours'],
        [2, 1],
      ])
      expect(readSheet(bytes, SHEET_LIMITS).rows[1]?.faults).toEqual(new Map([[1, 'formula']]))
    }
    const onlyFormulas = rewritten(book(cells), (xml) => xml.replace('<v>8</v>', '<f>4*2</f>').replace('<v>1</v>', ''))
    expect(readSheet(onlyFormulas, SHEET_LIMITS).rows[1]).toEqual({
      line: 2,
      cells: [],
      faults: new Map([[1, 'formula']]),
    })
  })

  describe.each(['xlsx', 'biff8'] as const)('saved as %s', (type) => {
    const formatted = (cells: [value: number, format: string][], date1904 = false): Uint8Array => {
      const sheet = utils.aoa_to_sheet([cells.map(([v, z]) => ({ t: 'n', v, z }))])
      const book = utils.book_new(sheet, 'Hours')
      if (date1904) book.Workbook = { WBProps: { date1904 } }
      return new Uint8Array(write(book, { type: 'array', bookType: type }))
    }

    test('keeps what its number formats show', () => {
      const bytes = formatted([
        [2134, '00000'],
        [21341234, '00000\\-0000'],
        [78051120, '000\\-00\\-0000'],
        [2075550101, '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####'],
        [0.05, '0%'],
        [5 / 3, '[h]:mm'],
        [-0.25, '[h]:mm'],
        [0.3125, 'h:mm AM/PM'],
        [46_346, 'd-mmm'],
        [46_346, 'm/d/yy'],
        [52.5, '"$"#,##0.00'],
        [52.5, '0.00'],
        [1024, '#,##0.00'],
        [12.5, '0'],
      ])
      expect(readSheet(bytes, SHEET_LIMITS).rows[0]?.shown).toEqual(
        new Map([
          [0, '02134'],
          [1, '02134-1234'],
          [2, '078-05-1120'],
          [3, '(207) 555-0101'],
          [4, '5%'],
          [5, '40:00'],
          [6, '-6:00'],
          [7, '7:30 AM'],
          [8, '20-Nov'],
          [9, '11/20/2026'],
          [10, '$52.50'],
          [13, '13'],
        ]),
      )
    })

    test('counts days from the beginning that the workbook has', () => {
      const cells: [number, string][] = [[44_884, 'mm/dd/yyyy']]
      expect(readSheet(formatted(cells), SHEET_LIMITS).rows[0]).toMatchObject({
        cells: [{ date: '2022-11-19' }],
        shown: new Map([[0, '11/19/2022']]),
      })
      expect(readSheet(formatted(cells, true), SHEET_LIMITS).rows[0]).toMatchObject({
        cells: [{ date: '2026-11-20' }],
        shown: new Map([[0, '11/20/2026']]),
      })
    })
  })

  test('that claims a million rows is read for what it contains', () => {
    const bytes = rewritten(book([['ID'], [7]]), (xml) => xml.replace('ref="A1:A2"', 'ref="A1:XFD1048576"'))
    expect(linesOf(bytes)).toEqual([
      [1, 'ID'],
      [2, 7],
    ])
  })

  test('over the limits reports which one', () => {
    const rows = Array.from({ length: 4 }, (_, row) => [row + 1, 'x'])
    for (const bytes of [book(rows), csv(rows.join('\n'))]) {
      expect(linesOf(bytes, { rows: 4 })).toHaveLength(4)
      expect(linesOf(bytes, { rows: 3 })).toHaveLength(4)
      expect(refusalOf(bytes, { rows: 2 })).toBe('The file has more than 2 rows below the header row. Please split it.')
      expect(refusalOf(bytes, { columns: 1 })).toBe('At most 1 columns are allowed.')
    }
  })
})

/** A ZIP file with one packed part, which claims any size. */
const zipOf = (name: string, packed: Buffer, claimed: number): Uint8Array => {
  const part = Buffer.alloc(30)
  part.writeUInt32LE(0x04034b50, 0)
  part.writeUInt16LE(8, 8)
  part.writeUInt32LE(packed.length, 18)
  part.writeUInt32LE(claimed, 22)
  part.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(claimed, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return new Uint8Array(Buffer.concat([part, Buffer.from(name), packed, entry, Buffer.from(name), end]))
}

describe('what is not a spreadsheet is refused with the reason', () => {
  const NO_WORKBOOK = 'The file is not a spreadsheet. Save it as .xlsx, .xls or .csv.'
  const NO_TEXT = 'The file is not a spreadsheet: its contents are not .xlsx, .xls or .csv.'
  const packed = (text: string) => deflateRawSync(Buffer.from(text))

  test.each<[string, Uint8Array, string]>([
    ['a document', zipOf('word/document.xml', packed('<w:document/>'), 13), NO_WORKBOOK],
    ['a PDF', csv('%PDF-1.7\n1 0 obj'), NO_TEXT],
    ['a web page that is called .xls', csv('<html><table><tr><td>1</td></tr></table></html>'), NO_TEXT],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), NO_TEXT],
    ['a program', Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), NO_TEXT],
    ['half a workbook', fixture('hours.xlsx').slice(0, 3000), 'The file is damaged: it can’t be unpacked.'],
    ['half an old workbook', fixture('hours.xls').slice(0, 600), 'The file is damaged: it can’t be read.'],
  ])('%s', (_, bytes, message) => {
    expect(refusalOf(bytes)).toBe(message)
  })

  test('a password-protected workbook', () => {
    const parts = CFB.utils.cfb_new()
    CFB.utils.cfb_add(parts, '/EncryptedPackage', Buffer.alloc(64))
    const bytes = new Uint8Array(CFB.write(parts, { fileType: 'cfb', type: 'array' }) as ArrayBuffer)
    expect(refusalOf(bytes)).toBe('The file is protected by a password. Save it without one.')
  })

  test('a small file that unpacks to a very large one, whatever size it claims', () => {
    const bomb = deflateRawSync(Buffer.alloc(8 * 1024 * 1024))
    for (const claimed of [8 * 1024 * 1024, 100, 0]) {
      expect(refusalOf(zipOf('xl/workbook.xml', bomb, claimed), { unpacked: 1024 * 1024 })).toBe(
        'The file is too large when unpacked.',
      )
    }
  })
})
