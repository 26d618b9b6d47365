import { asc, eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { services } from '#server/db/schema/services.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { csvOf, importCalls, type TestCell, workbookOf } from '#tests/support/server/imports.ts'
import { useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const HEAD = ['Service Code', 'Description']
const TAKEN = 'A service with this code already exists.'
const REFUSED = { status: 406, message: 'The file cannot be imported.' }

describe('services from a spreadsheet', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const calls = importCalls(server, {
    run: 'importServices',
    sample: 'getServiceImportSample',
    problems: 'getServiceImportProblems',
  })
  const { send, check, take, sample } = calls

  /** In addition to OT, PT and ART. */
  const added = async () => {
    const rows = await database()
      .db.select({ code: services.code, description: services.description })
      .from(services)
      .where(isNull(services.deletedAt))
      .orderBy(asc(services.id))
    return rows.slice(3)
  }
  const problems = (...rows: (string | number)[][]) => calls.problems(csvOf(HEAD, ...rows), token.ada)
  const refusal = (bytes: Parameters<typeof send>[0], name?: string) => calls.refusal(bytes, token.ada, name)
  const saysOf = (reason: string | string[]) => ({ ...REFUSED, lines: [reason].flat() })

  test('are checked, and written after confirmation', async () => {
    const file = csvOf(HEAD, [' SLT ', 'Speech, language'], [], ['101', '"Level 1"'])
    const report = await check(file, token.ada)
    expect(report).toEqual({
      rows: 2,
      goodRows: 2,
      records: 2,
      problems: [],
      problemCount: 0,
      invitations: 0,
      key: expect.any(String),
      added: 0,
    })
    expect(await added()).toEqual([])

    const reply = await send(file, token.ada, { key: report.key })
    expect(reply).toMatchObject({ status: 200, message: '2 services have been added successfully' })
    expect(reply.data).toEqual({ ...report, added: 2 })
    expect(await added()).toEqual([
      { code: 'SLT', description: 'Speech, language' },
      { code: '101', description: '"Level 1"' },
    ])
    // Sending it again adds nothing.
    const again = await send(file, token.ada, { key: report.key })
    expect(again).toMatchObject({
      status: 409,
      message: 'The data has changed since these rows were checked. Please review them again.',
      data: { goodRows: 0, problemCount: 2 },
    })
    expect(await added()).toHaveLength(2)
    expect(await take(csvOf(HEAD, ['ONE', 'One']), token.ada)).toMatchObject({
      message: 'Service has been added successfully',
    })
  })

  test.each(['xlsx', 'xls'] as const)('are accepted as .%s too, numbers and dates as displayed', async (type) => {
    const numbered: TestCell[][] = [HEAD, [97110, 1.5], [{ t: 'n', v: 42, z: '00000' }, new Date('2026-11-20')]]
    expect(await take(workbookOf(numbered, { type }), token.ada)).toMatchObject({ status: 200 })
    expect(await added()).toEqual([
      { code: '97110', description: '1.5' },
      { code: '00042', description: '11/20/2026' },
    ])
  })

  test('report problems by row, column and value, in the form’s words', async () => {
    expect(
      await problems(
        ['', 'No code'],
        ['NODESC', '  '],
        ['x'.repeat(251), 'Long'],
        ['ot', 'Taken'],
        ['NEW', 'Good'],
        ['new', 'Repeated'],
        ['=A1', '#N/A'],
      ),
    ).toEqual([
      '2 Service Code "": Service Code Is Required',
      '3 Description "": Service Description Is Required',
      `4 Service Code "${'x'.repeat(60)}": Maximum of 250 characters allowed`,
      `5 Service Code "ot": ${TAKEN}`,
      '7 Service Code "new": Duplicate of row 6.',
      '8 Service Code "=A1": Contains a formula without a value. Enter its value.',
      '8 Description "#N/A": Contains a formula with an error. Enter its value.',
    ])
    // A code is free once its service is deleted.
    await database().db.update(services).set({ deletedAt: new Date() }).where(eq(services.code, 'OT'))
    expect(await problems(['ot', 'Free'])).toEqual([])
  })

  test('with formulas are read by value, and merged cells are reported', async () => {
    const cells: TestCell[][] = [
      HEAD,
      [{ t: 's', v: 'A', f: '"A"' }, 'By formula'],
      [{ t: 's', v: '', f: 'IF(B3="","x","")' }, 'By a formula that shows nothing'],
      [{ t: 'e', v: 0x07 }, 'Failed'],
      ['B', 'Merged'],
      [null, 'Below it'],
    ]
    const file = workbookOf(cells, { merges: ['A5:A6'] })
    expect(await calls.problems(file, token.ada)).toEqual([
      '3 Service Code "": Service Code Is Required',
      '4 Service Code "#DIV/0!": Contains a formula with an error. Enter its value.',
      '5 Service Code "B": Is part of a merged cell. Unmerge it and fill in each row.',
      '6 Service Code "": Is part of a merged cell. Unmerge it and fill in each row.',
    ])
    await take(file, token.ada)
    expect(await added()).toEqual([{ code: 'A', description: 'By formula' }])
  })

  test('with problems are written in part only after confirmation', async () => {
    const file = csvOf(HEAD, ['OT', 'Taken'], ['NEW', 'Good'])
    const { key, goodRows } = await check(file, token.ada)
    expect(goodRows).toBe(1)
    expect(await send(file, token.ada, { key })).toMatchObject({
      status: 406,
      message: 'Some rows have problems. Confirm to import only the others.',
    })
    expect(await added()).toEqual([])
    expect(await send(file, token.ada, { key, goodRowsOnly: true })).toMatchObject({
      status: 200,
      message: 'Service has been added successfully',
      data: { added: 1, rows: 2, goodRows: 1 },
    })
    const none = csvOf(HEAD, ['OT', 'Taken'])
    expect(await take(none, token.ada)).toMatchObject({ status: 406, message: 'No rows can be imported.' })
  })

  test('whose result changed since the check are refused, with the current problems', async () => {
    const file = csvOf(HEAD, ['NEW', 'Good'], ['NEWER', 'Good'])
    const { key } = await check(file, token.ada)
    await server().call('addService', { token: token.ada, body: { code: 'new', description: 'Faster' } })
    const reply = await send(file, token.ada, { key, goodRowsOnly: true })
    expect(reply).toMatchObject({ status: 409, data: { goodRows: 1, added: 0 } })
    expect(calls.reportOf(reply).problems).toEqual([{ line: 2, column: 'Service Code', value: 'NEW', problem: TAKEN }])
    expect(await added()).toEqual([{ code: 'new', description: 'Faster' }])
    // Another file's key does not match.
    expect(await send(csvOf(HEAD, ['OTHER', 'Good']), token.ada, { key })).toMatchObject({ status: 409 })
    // The current result can be confirmed.
    const { key: newer } = calls.reportOf(reply)
    expect(await send(file, token.ada, { key: newer, goodRowsOnly: true })).toMatchObject({ status: 200 })
    expect(await added()).toHaveLength(2)
  })

  test('imported twice at once are written once', async () => {
    const file = csvOf(HEAD, ...Array.from({ length: 200 }, (_, index) => [`S${index}`, 'More']))
    const { key } = await check(file, token.ada)
    const replies = await Promise.all([1, 2, 3].map(() => send(file, token.ada, { key })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await added()).toHaveLength(200)
  })

  test('have a valid sample that shows the layout', async () => {
    const { name, bytes, sheet } = await sample(token.ada)
    expect(name).toContain('filename="SampleFile.xlsx"')
    expect(sheet.rows.map(({ cells }) => cells)).toEqual([
      HEAD,
      ['SLP-EVAL', 'Speech and language evaluation'],
      ['OT-CONSULT', 'Occupational therapy consultation'],
    ])
    expect(await take(bytes, token.ada)).toMatchObject({ status: 200, data: { added: 2 } })
  })

  test('with problems are returned as a file, which can be fixed and sent back', async () => {
    const file = csvOf([...HEAD], ['OT', 'Taken'], ['NEW', 'Good'], ['', ''], [97110, ''])
    const { rows, bytes } = await calls.problemRows(file, token.ada)
    expect(rows).toEqual([
      [...HEAD, 'Problem'],
      ['OT', 'Taken', `Service Code: ${TAKEN}`],
      ['97110', undefined, 'Description: Service Description Is Required'],
    ])
    expect(await calls.problems(bytes, token.ada)).toEqual([
      `2 Service Code "OT": ${TAKEN}`,
      '3 Description "": Service Description Is Required',
    ])
  })

  test('report the first problems, and all of them in the file', async () => {
    const file = csvOf(HEAD, ...Array.from({ length: 600 }, (_, index) => [`S${index}`, '']))
    const report = await check(file, token.ada)
    expect(report).toMatchObject({ rows: 600, goodRows: 0, problemCount: 600 })
    expect(report.problems).toHaveLength(500)
    expect((await calls.problemRows(file, token.ada)).rows).toHaveLength(601)
  })

  test('are for administrators', async () => {
    const file = { name: 'a.csv', bytes: csvOf(HEAD, ['NEW', 'Good']) }
    for (const as of [token.paul, token.sofia]) {
      for (const name of ['importServices', 'getServiceImportProblems', 'getServiceImportSample'] as const) {
        expect(await server().call(name, { token: as, file })).toMatchObject({ status: 403 })
      }
    }
    expect(await added()).toEqual([])
  })

  test('refuse other files', async () => {
    expect(await refusal('')).toEqual({ status: 400, message: 'The file is empty', lines: null })
    expect(await refusal(csvOf(HEAD), 'services.pdf')).toEqual({
      status: 400,
      message: 'Only these file types are supported: .xlsx, .xls, .csv',
      lines: null,
    })
    expect(await refusal(' \n ')).toEqual(saysOf('The file is empty.'))
    expect(await refusal(csvOf(HEAD))).toEqual(saysOf('The file has no rows below the header row.'))
    expect(await refusal('%PDF-1.7\n1 0 obj')).toEqual(
      saysOf('The file is not a spreadsheet: its contents are not .xlsx, .xls or .csv.'),
    )
    expect(await refusal(csvOf(['SLT', 'Speech'], ['PT', 'Physical']))).toEqual(
      saysOf('Row 1 has none of the expected column titles: Service Code, Description.'),
    )
    expect(await refusal(csvOf([' service CODE ', 'Colour', '', 'Problem'], ['SLT', 'red', 'more', 'x']))).toEqual(
      saysOf([
        "Row 1: The column 'Description' is missing.",
        "Row 1: The column 'Colour' is unknown.",
        'The expected columns are: Service Code, Description.',
      ]),
    )
    expect(await refusal(csvOf([...HEAD, 'Description'], ['A', 'B', 'C']))).toEqual(
      saysOf("Row 1: The column 'Description' appears 2 times."),
    )
    const many = csvOf(HEAD, ...Array.from({ length: 10_001 }, (_, index) => [index, 'x']))
    expect(await refusal(many)).toEqual(
      saysOf('The file has more than 10,000 rows below the header row. Please split it.'),
    )
    expect(await send(`${csvOf(HEAD)}\n${'x'.repeat(6 * 1024 * 1024)}`, token.ada)).toMatchObject({
      status: 413,
      message: 'The file is too large (maximum 5 MB)',
    })
  })
})
