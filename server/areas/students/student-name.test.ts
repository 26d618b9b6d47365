import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  addSession,
  CASELOAD_IDS,
  occurrenceIdsOn,
  SCHOOL_IDS,
  sessionPayload,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'
import { plainNameIn } from './student-name.ts'

const { ana, bo, chi, dora, eli } = CASELOAD_IDS
const NAMES = {
  ana: 'Emma Johnson (Lincoln, no. 1)',
  bo: 'Emma Johnson (Lincoln, no. 2)',
  chi: 'Emma Johnson (Maple)',
  dora: 'Dora Weiss',
  eli: 'Eli Stone',
}

/** Three students are called Emma Johnson: two at Lincoln, one at Maple. */
describe('students with the same name', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const run = (text: string) => database().pool.query(text)

  beforeEach(async () => {
    await run(`update students set name = 'Emma Johnson' where id in (${ana}, ${bo}, ${chi})`)
    await allowScreen(database(), 'Administrators', 'Caseloads')
  })

  const get = async (name: 'getProvidersSchoolsStudents' | 'getSchoolStudentListing' | 'getCaseloads', query: object) =>
    (await server().call(name, { token: token.ada, query: { ...query } })).data

  test('have the same displayed name in every list', async () => {
    const offered = { id: ana, name: NAMES.ana }
    expect(await get('getProvidersSchoolsStudents', {})).toMatchObject({
      students: [
        { id: dora, name: NAMES.dora },
        { id: eli, name: NAMES.eli },
        offered,
        { id: bo, name: NAMES.bo },
        { id: chi, name: NAMES.chi },
      ],
    })
    expect(await get('getProvidersSchoolsStudents', { studentName: NAMES.ana, studentLimit: 1 })).toMatchObject({
      students: [offered],
    })
    expect(await get('getSchoolStudentListing', { schoolId: SCHOOL_IDS.lincoln })).toMatchObject([
      { studentId: dora, studentName: NAMES.dora },
      { studentId: ana, studentName: NAMES.ana },
      { studentId: bo, studentName: NAMES.bo },
    ])
    const listed = await get('getCaseloads', {})
    expect(JSON.stringify(listed).match(/"studentName":"[^"]*"/g)).toEqual(
      [NAMES.dora, NAMES.eli, NAMES.ana, NAMES.bo, NAMES.chi].map((name) => `"studentName":"${name}"`),
    )
  })

  test('have it on their page, in sessions, their changes and conflicts; the form has the name as entered', async () => {
    await addSession(server(), token.paul)
    const [id = 0] = await occurrenceIdsOn(server(), token.paul, TODAY)
    const page = await server().call('getStudent', { token: token.ada, params: { id: bo } })
    expect(page.data).toMatchObject({ name: NAMES.bo })
    const details = await server().call('getScheduleEventById', { token: token.paul, body: { id } })
    expect(details.data).toMatchObject({ originalStudentList: [{ studentName: NAMES.ana }, { studentName: NAMES.bo }] })
    const preview = await server().call('previewScheduleEvent', {
      token: token.ada,
      body: { ...sessionPayload({ providerId: 2, rateTypeId: 1 }), change: 'add' },
    })
    expect(JSON.stringify(preview.data)).toContain(`"studentNames":["${NAMES.ana}","${NAMES.bo}"]`)
    const form = await server().call('getCaseload', { token: token.ada, params: { id: bo } })
    expect(form.data).toMatchObject({ studentName: 'Emma Johnson' })
  })

  test('are told apart from deleted ones, who do not change the names of the others', async () => {
    const nameOf = async (id: number) => {
      const { data } = await server().call('getStudent', { token: token.ada, params: { id } })
      return (data as { name: string }).name
    }
    await run(`update students set deleted_at = now(), is_active = false where id in (${bo}, ${chi})`)
    expect(await nameOf(ana)).toBe('Emma Johnson')
    expect(await nameOf(bo)).toBe(NAMES.bo)
    expect(await nameOf(chi)).toBe(NAMES.chi)
    await run(`update students set deleted_at = null where id = ${chi}`)
    expect(await nameOf(ana)).toBe('Emma Johnson (Lincoln)')
    expect(await nameOf(bo)).toBe(NAMES.bo)
    // Another school of the same name does not tell them apart; upper and lower case do not either.
    await run(`update schools set name = 'LINCOLN' where id = ${SCHOOL_IDS.maple}`)
    await run(`update students set name = 'EMMA JOHNSON' where id = ${chi}`)
    expect(await nameOf(ana)).toBe(NAMES.ana)
    expect(await nameOf(chi)).toBe('EMMA JOHNSON (LINCOLN, no. 3)')
  })

  test('are told apart however their names are spelled, and stored composed, with single blanks', async () => {
    for (const [id, name] of [
      [ana, 'José  Núñez'],
      [bo, 'Jose\u0301 Nu\u0301n\u0303ez\u200b'],
      [dora, ' Jose Nunez '],
    ] as const) {
      const { data } = await server().call('getCaseload', { token: token.ada, params: { id } })
      const body = { ...(data as object), studentName: name }
      expect(await server().call('editCaseload', { token: token.ada, body })).toMatchObject({ status: 200 })
    }
    expect(await get('getProvidersSchoolsStudents', { studentName: 'jose nun' })).toMatchObject({
      students: [
        { id: dora, name: 'Jose Nunez (Lincoln, no. 4)' },
        { id: ana, name: 'José Núñez (Lincoln, no. 1)' },
        { id: bo, name: 'José Núñez (Lincoln, no. 2)' },
      ],
    })
  })
})

test('a displayed name is searched for as it was entered', () => {
  expect(['Emma Johnson (Lincoln, no. 2)', ' Emma ', ''].map(plainNameIn)).toEqual(['Emma Johnson', 'Emma', ''])
})
