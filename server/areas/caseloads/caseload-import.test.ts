import { asc, eq, gt } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { providers } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { caseloadFrequencies, eventFrequencies, students } from '#server/db/schema/students.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { csvOf, importCalls } from '#tests/support/server/imports.ts'
import { CASELOAD_IDS, SCHOOL_IDS, SERVICE_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'

const HEAD = [
  ...['School Name', 'Student Name', 'Gender', 'Therapist'],
  ...['Service Type', 'Frequency', 'Duration', 'Event Frequency', 'Session Type'],
]
const USUAL = ['OT', '2 times', '30 minutes', 'Weekly', 'Group']
const PAUL = 1
const SOFIA = 2

/** Lincoln: Ana, Bo (Paul's) and Dora (Sofía's); Maple: Chi (Paul's); Northgate: Eli (Sofía's). */
describe('caseloads from a spreadsheet', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const calls = importCalls(server, {
    run: 'importCaseloads',
    sample: 'getCaseloadImportSample',
    problems: 'getCaseloadImportProblems',
  })

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'Caseloads')
    await allowScreen(database(), 'Providers', 'Caseloads')
  })

  const added = async () => {
    const { db } = database()
    const rows = await db.select().from(students).where(gt(students.id, CASELOAD_IDS.eli)).orderBy(asc(students.id))
    const frequencies = await db.select().from(caseloadFrequencies).orderBy(asc(caseloadFrequencies.id))
    return rows.map(({ id, name, gender, schoolId, providerId, isActive }) => ({
      student: [name, gender, schoolId, providerId, isActive].join('|'),
      frequencies: frequencies
        .filter(({ studentId }) => studentId === id)
        .map((row) =>
          [row.serviceId, row.serviceFrequencyId, row.durationId, row.eventFrequencyId, row.sessionTypeId].join('|'),
        ),
    }))
  }
  const problems = (...rows: (string | number)[][]) => calls.problems(csvOf(HEAD, ...rows), token.ada)

  test('are added with a frequency from each row, matched by name', async () => {
    const file = csvOf(
      HEAD,
      ['Lincoln', ' Fay Moss ', 'female', 'PAUL@district.example', ...USUAL],
      ['maple', 'Gus', '', '', '', '', '', '', ''],
      ['LINCOLN', 'fay moss', '', '', 'PT · Physical Therapy', '', 30, '', ''],
      ['Northgate', 'Fay Moss', 'Others', 'special, sofía', 'Art Therapy', '', '30 min', 'weekly', 'GROUP'],
    )
    expect(await calls.check(file, token.ada)).toMatchObject({ rows: 4, goodRows: 4, records: 3, problems: [] })
    expect(await added()).toEqual([])
    expect(await calls.take(file, token.ada)).toMatchObject({
      status: 200,
      message: '3 caseloads have been added successfully',
    })
    const { lincoln, maple, northgate } = SCHOOL_IDS
    expect(await added()).toEqual([
      { student: `Fay Moss|Female|${lincoln}|${PAUL}|true`, frequencies: ['1|1|1|1|1', '2||1||'] },
      { student: `Gus||${maple}||true`, frequencies: [] },
      { student: `Fay Moss|Others|${northgate}|${SOFIA}|true`, frequencies: ['3||1|1|1'] },
    ])
  })

  test.each([
    ['CRLF after the head, LF after the rows', '\r\n', '\n'],
    ['LF after the head, CRLF after the rows', '\n', '\r\n'],
    ['CR after the head, LF after the rows', '\r', '\n'],
  ])('are all read from a file with %s', async (_, afterHead, afterRows) => {
    const rows = ['Lincoln,Al Reed,Male', 'Lincoln,"Bea ""Bee"" Reed",Female', 'Lincoln,Jack "Joe" Reed,Male']
    const file = `\ufeff"School\nName",Student Name,Gender${afterHead}${rows.join(afterRows)}`
    expect(await calls.check(file, token.ada)).toMatchObject({ rows: 3, goodRows: 3, problems: [] })
    expect(await calls.take(file, token.ada)).toMatchObject({ status: 200, data: { rows: 3, added: 3 } })
    expect((await added()).map(({ student }) => student.split('|')[0])).toEqual([
      'Al Reed',
      'Bea "Bee" Reed',
      'Jack "Joe" Reed',
    ])
  })

  test('name every row that has more cells than titles, or unclear quotation marks', async () => {
    const file = [
      'School Name,Student Name,Gender',
      'Lincoln,Al Reed,Male',
      'Lincoln,Reed, Bea,Female',
      'Lincoln,"Cy Reed,Male',
      'Lincoln,Di Reed,Female,,',
    ].join('\n')
    expect(await calls.check(file, token.ada)).toMatchObject({ rows: 4, goodRows: 2 })
    expect(await calls.problems(file, token.ada)).toEqual([
      '3  "": There is a value in column D, which has no title.',
      '4  "": A quotation mark is missing: one begins a cell and none ends it. Put the cell in quotation marks, or remove the mark.',
    ])
    const { rows } = await calls.problemRows(file, token.ada)
    expect(rows[1]).toEqual([
      ...['Lincoln', 'Reed', 'Bea', 'Female'],
      'There is a value in column D, which has no title.',
    ])
  })

  test('are the same students whatever invisible characters, spaces and accents are in their names', async () => {
    const twins = ['Zoë Blank Test ', 'Zoë\u00a0Blank Test', 'Zoe\u0308 Blank Test', 'Zoë Blank\u200b Test']
    const rows = [...twins, 'ZOË BLANK TEST', 'Zoë Blank Test\u200e'].map((name) => ['Lincoln', name, 'Female'])
    const head = HEAD.slice(0, 3)
    expect(await calls.take(csvOf(head, ['Lincoln', 'Zoë Blank Test', 'Female']), token.ada)).toMatchObject({
      status: 200,
    })
    const again = await calls.check(csvOf(head, ...rows), token.ada)
    expect(again).toMatchObject({ rows: 6, goodRows: 0, records: 0 })
  })

  test('report problems by row, column and value', async () => {
    const { db } = database()
    await db.update(schools).set({ isActive: false }).where(eq(schools.name, 'Northgate'))
    expect(
      await problems(
        ['', '', '', '', ...USUAL],
        ['Nowhere', 'A', 'Robot', 'Nobody', 'XX', '9 times', '7', 'Never', 'Alone'],
        ['Northgate', 'x'.repeat(201), '', '', '', '', '', '', ''],
        ['Maple', 'B', '', 'Sofía Special', ...USUAL],
        ['Lincoln', ' ana  NÚÑEZ', '', '', ...USUAL],
        ['Lincoln', 'C', 'Male', 'Paul Provider', ...USUAL],
        ['Lincoln', 'C', 'Female', '', 'PT', '', '', '', ''],
        ['Lincoln', 'C', '', '', ...USUAL],
        ['Lincoln', 'C', '', '', 'ART', '', '', '', ''],
        ['Maple', 'D', '', '', '', '', '', '', ''],
        ['Maple', 'D', '', 'Paul Provider', 'PT', '', '', '', ''],
      ),
    ).toEqual([
      '2 School Name "": School Is Required',
      '2 Student Name "": Student Name Is Required.',
      '3 School Name "Nowhere": No school with this name',
      '3 Gender "Robot": Must be one of Male, Female and Others',
      '3 Therapist "Nobody": No provider with this name',
      '3 Service Type "XX": No service with this name',
      '3 Frequency "9 times": No frequency with this name',
      '3 Duration "7": No duration with this name',
      '3 Event Frequency "Never": No event frequency with this name',
      '3 Session Type "Alone": No session type with this name',
      '4 School Name "Northgate": No school with this name',
      `4 Student Name "${'x'.repeat(60)}": Maximum of 200 characters allowed`,
      '5 Therapist "Sofía Special": This provider does not work at Maple',
      '6 Student Name "ana  NÚÑEZ": Lincoln already has a student with this name',
      '7  "": Skipped: row 8 of the same caseload has a problem.',
      '8 Gender "Female": Row 7 of the same caseload says \'Male\'.',
      '9 Student Name "C": Duplicate of row 7.',
      '10  "": Skipped: row 8 of the same caseload has a problem.',
      '11  "": Skipped: row 12 of the same caseload has a problem.',
      '12 Therapist "Paul Provider": Row 11 of the same caseload leaves this empty.',
    ])
    const many = Array.from({ length: 51 }, (_, index) => ['Maple', 'Gus', '', '', '', '', '', '', `kind ${index}`])
    await db.execute(`insert into session_types select n + 9, 'kind ' || n from generate_series(0, 50) n`)
    expect(await problems(...many)).toContain('2 Service Type "": At most 50 frequencies')
  })

  test('with an ambiguous name ask for a unique identifier', async () => {
    const { db } = database()
    await db.insert(schools).values({ name: 'Maple' })
    const [paul] = await db.select().from(providers).where(eq(providers.id, PAUL))
    const { id: _, ...another } = paul ?? {
      id: 0,
      firstName: '',
      lastName: '',
      email: '',
      providerTypeId: 1,
      statusId: 1,
    }
    await db.insert(providers).values({ ...another, email: 'other@district.example' })
    await db.insert(services).values({ code: 'OT2', description: 'Occupational Therapy' })
    await db.insert(eventFrequencies).values({ id: 2, eventFrequency: 'WEEKLY' })
    expect(
      await problems(
        ['Maple', 'A', '', '', '', '', '', '', ''],
        ['Lincoln', 'B', '', 'Paul Provider', 'Occupational Therapy', '', '', 'weekly', ''],
        ['Lincoln', 'C', '', 'paul@district.example', 'OT', '', '', '', ''],
      ),
    ).toEqual([
      '2 School Name "Maple": There are 2 schools with this name',
      '3 Therapist "Paul Provider": There are 2 providers with this name: enter the email address',
      '3 Service Type "Occupational Therapy": There are 2 services with this name: enter its code',
      '3 Event Frequency "weekly": There are 2 event frequencies with this name',
    ])
  })

  test('can be downloaded and uploaded again: existing students are reported', async () => {
    const { data } = await server().call('downloadCaseloads', { token: token.ada, query: { studentIds: '1' } })
    const bytes = new Uint8Array(z.instanceof(Uint8Array).parse(data))
    expect(await calls.problems(bytes, token.ada)).toEqual([
      '2 Student Name "Ana Núñez": Lincoln already has a student with this name',
    ])
    await database().db.update(students).set({ deletedAt: new Date(), isActive: false }).where(eq(students.id, 1))
    expect(await calls.take(bytes, token.ada)).toMatchObject({ status: 200 })
    expect(await added()).toEqual([
      { student: `Ana Núñez|Female|${SCHOOL_IDS.lincoln}|${PAUL}|true`, frequencies: ['1|1|1|1|1'] },
    ])
    const inactive = csvOf(
      ['School Name', 'Student Name', 'Status'],
      ['Maple', 'A', 'Inactive'],
      ['Maple', 'B', 'ACTIVE'],
    )
    expect(await calls.problems(inactive, token.ada)).toEqual([
      '2 Status "Inactive": Students are added as active: leave this empty or enter Active',
    ])
  })

  test('whose result changed since the check are refused', async () => {
    const file = csvOf(HEAD, ['Maple', 'Gus', '', '', ...USUAL], ['Maple', 'Hal', '', '', ...USUAL])
    const { key } = await calls.check(file, token.ada)
    const { db } = database()
    await db.update(services).set({ deletedAt: new Date() }).where(eq(services.id, SERVICE_IDS.ot))
    const reply = await calls.send(file, token.ada, { key })
    expect(reply.status).toBe(409)
    expect(calls.reportOf(reply).problems.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
      '2 No service with this name',
      '3 No service with this name',
    ])
    expect(await added()).toEqual([])
  })

  test('imported twice at once are written once', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => ['Maple', `Student ${index}`, '', '', ...USUAL])
    const file = csvOf(HEAD, ...rows)
    const { key } = await calls.check(file, token.ada)
    const replies = await Promise.all([1, 2, 3].map(() => calls.send(file, token.ada, { key })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await added()).toHaveLength(300)
  })

  test('have a valid sample, with the choices on a second sheet', async () => {
    const { bytes, sheet } = await calls.sample(token.ada)
    expect(sheet.rows.map(({ cells }) => cells)).toEqual([
      [...HEAD, 'Status'],
      ['Lincoln', 'Sample Student', 'Female', expect.stringContaining('@district.example'), 'ART', ...USUAL.slice(1)],
      ['Lincoln', 'Sample Student', 'Female', expect.stringContaining('@district.example'), 'OT', ...USUAL.slice(1)],
      ['Lincoln', 'Another Student', 'Female', expect.stringContaining('@district.example'), 'ART', ...USUAL.slice(1)],
    ])
    expect(await calls.take(bytes, token.ada)).toMatchObject({ status: 200, data: { added: 2 } })
  })

  test('are for administrators only; providers add students one by one', async () => {
    const file = { name: 'a.csv', bytes: csvOf(HEAD, ['Lincoln', 'A', '', '', ...USUAL]) }
    for (const name of ['importCaseloads', 'getCaseloadImportSample', 'getCaseloadImportProblems'] as const) {
      expect(await server().call(name, { token: token.paul, file })).toMatchObject({ status: 403 })
    }
    expect(await added()).toEqual([])
  })
})
