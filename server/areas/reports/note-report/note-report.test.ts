import { describe, expect, test } from 'vitest'
import { noteSample, providerNoteSample } from '#tests/support/reports/note-sample.ts'
import { readReportFile } from '#tests/support/reports/report-files.ts'
import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'
import { CASELOAD_IDS } from '#tests/support/server/schedule.ts'

const { server, token } = useSample(noteSample)

describe('for administrators', () => reportTests(server, noteSample))

describe('for a provider', () => reportTests(server, providerNoteSample))

const dates = { fromDateTime: '2027-11-01', toDateTime: '2027-11-30' }
const { narrowed, rows: all } = noteSample

test.each([
  [0, 'NotesListing', all],
  [1, 'DayNotesListing', narrowed['notes on days']?.rows],
  [2, 'StudentNotesListing', narrowed['notes on students']?.rows],
] as const)('replies to note type %i with its rows in admin%s', async (noteTypeId, name, rows) => {
  const body = { noteTypeId, ...dates }
  expect((await server().call('getNoteRecords', { token: token.ada, body })).data).toEqual({
    adminNotesListing: [],
    adminDayNotesListing: [],
    adminStudentNotesListing: [],
    [`admin${name}`]: rows,
    ...{ totalRecords: rows?.length, pageIndex: 1, pageSize: 10 },
  })
})

test("gives a provider neither the notes nor the name of someone else's student", async () => {
  const asked = { token: token.paul, body: { studentId: CASELOAD_IDS.dora, ...dates } }
  expect((await server().call('getProviderNoteRecords', asked)).data).toMatchObject({ totalRecords: 0 })
  const { data } = await server().call('downloadProviderNoteDocx', asked)
  if (!(data instanceof Uint8Array)) throw new Error('The reply is not a file')
  const { text } = await readReportFile('docx', data)
  expect(text).toContain('Student: Unknown')
  expect(text).not.toContain('Dora')
})
