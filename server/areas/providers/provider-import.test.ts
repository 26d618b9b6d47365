import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { providerEmergencyContacts, providerSchools, providerServices, providers } from '#server/db/schema/providers.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { users } from '#server/db/schema/users.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { csvOf, importCalls, type TestCell, workbookOf } from '#tests/support/server/imports.ts'
import { addPersonalChoices, addPlaces, addStatuses } from '#tests/support/server/provider-lists.ts'
import { TODAY, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const HEAD = [
  ...['First Name', 'Last Name', 'Email', 'Provider Type', 'Schools', 'Services', 'Address Line 1'],
  ...['Country', 'State', 'City', 'Postal Code'],
]
const NINA = [
  ...[
    'Nina',
    'Newcomer',
    'Nina@District.example',
    'occupational therapist',
    'Lincoln; maple',
    'OT;PT',
    '12 Elm Street',
  ],
  ...['United States', 'IL', 'springfield', '62701'],
]
const person = (changes: Partial<Record<number, string>>) => NINA.map((text, index) => changes[index] ?? text)

describe('providers from a spreadsheet', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db
  const calls = importCalls(server, {
    run: 'importProviders',
    sample: 'getProviderImportSample',
    problems: 'getProviderImportProblems',
  })
  const problems = (...rows: (string | number)[][]) => calls.problems(csvOf(...rows), token.ada)

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
    await addStatuses(database())
    await addPersonalChoices(database())
    await addPlaces(database())
  })

  test('have their rates and contacts in rows of their own, and get an account', async () => {
    const file = csvOf(
      [
        ...HEAD,
        'Social Security Number',
        'Hire Date',
        'Status',
        'Gender',
        'Emergency Contact Name',
        'Rate Type',
        'Rate',
      ],
      [...NINA, '123-45-6789', '11/2/2026', 'on leave', 'female', 'Max', 'Hourly', '52.5'],
      [...person({ 2: 'nina@district.EXAMPLE' }), '', '', '', '', 'Mia', 'Per Session', '30'],
    )
    expect(await calls.check(file, token.ada)).toMatchObject({ rows: 2, goodRows: 2, records: 1, problems: [] })
    expect(await db().$count(providers)).toBe(2)
    expect(await calls.take(file, token.ada)).toMatchObject({
      status: 200,
      message: 'Provider has been added successfully',
      data: { added: 1 },
    })
    const [nina] = await db().select().from(providers).where(eq(providers.id, 3))
    expect(nina).toMatchObject({
      firstName: 'Nina',
      lastName: 'Newcomer',
      email: 'Nina@District.example',
      statusId: 2,
      genderId: 1,
      hireDate: '2026-11-02',
      cityId: 1,
      ssnLastFour: '6789',
    })
    expect(nina?.ssn).not.toContain('6789')
    const of = { providerId: 3 }
    expect(await db().select().from(providerSchools).where(eq(providerSchools.providerId, 3))).toEqual([
      { ...of, schoolId: 1 },
      { ...of, schoolId: 2 },
    ])
    expect(await db().$count(providerServices, eq(providerServices.providerId, 3))).toBe(2)
    expect(await db().select().from(providerRates).orderBy(asc(providerRates.rateTypeId))).toMatchObject([
      { ...of, rateTypeId: 1, rate: '52.50', effectiveDate: '2026-11-02' },
      { ...of, rateTypeId: 2, rate: '30.00', effectiveDate: '2026-11-02' },
    ])
    expect(await db().select().from(providerEmergencyContacts)).toMatchObject([
      { ...of, name: 'Max' },
      { ...of, name: 'Mia' },
    ])
    expect(await db().select().from(users).where(eq(users.providerId, 3))).toMatchObject([
      { email: 'Nina@District.example', displayName: 'Nina Newcomer', roleId: 2, isActive: true },
    ])
  })

  test.each(['xlsx', 'xls'] as const)('mean what their cells show, in an .%s file', async (type) => {
    const head = [
      ...[...HEAD, 'Mobile Number', 'Social Security Number', 'Hire Date', 'Date of Birth'],
      ...['Emergency Contact Name', 'Emergency Contact Number', 'Notes', 'Rate Type', 'Rate'],
    ]
    const cell = (v: number, z: string): TestCell => ({ t: 'n', v, z })
    const phone = '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####'
    const file = workbookOf(
      [
        head,
        [
          ...[...NINA.slice(0, -1), cell(21_341_234, '00000\\-0000')],
          ...[cell(2_075_550_101, phone), cell(78_051_120, '000\\-00\\-0000'), cell(46_266, 'mmmm d, yyyy')],
          ...[cell(32_874, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy'), 'Max', cell(5_550_199, phone)],
          ...[cell(46_024, 'd-mmm'), 'Hourly', cell(52.5, '_("$"* #,##0.00_)')],
        ],
      ],
      { type },
    )
    expect(await calls.problems(file, token.ada)).toEqual([])
    await calls.take(file, token.ada)
    const [nina] = await db().select().from(providers).where(eq(providers.id, 3))
    expect(nina).toMatchObject({
      ...{ postalCode: '02134-1234', mobileNumber: '(207) 555-0101', ssnLastFour: '1120' },
      ...{ hireDate: '2026-09-01', birthDate: '1990-01-01', notes: '2-Jan' },
    })
    expect(await db().select().from(providerEmergencyContacts)).toMatchObject([{ name: 'Max', number: '555-0199' }])
    expect(await db().select().from(providerRates)).toMatchObject([{ rate: '52.50' }])
  })

  test('report problems in the form’s words, and addresses in use', async () => {
    const blank = NINA.map((text, index) => (index === 2 ? 'empty@district.example' : text.replace(/.*/s, '')))
    expect(
      await problems(
        HEAD,
        blank,
        person({ 2: 'not an address' }),
        person({ 2: PEOPLE.Providers.email.toUpperCase() }),
        person({ 2: 'a@district.example', 3: 'Wizard', 4: 'Lincoln; Atlantis', 5: 'OT; MAGIC' }),
        NINA,
        person({ 0: 'Other', 2: ' NINA@district.example' }),
      ),
    ).toEqual([
      '2 First Name "": First Name Is Required',
      '2 Last Name "": Last Name Is Required',
      '2 Provider Type "": Provider Type Is Required',
      '2 Schools "": School Is Required',
      '2 Services "": ServiceType Is Required',
      '2 Address Line 1 "": Address Is Required',
      '2 Country "": Country Is Required',
      '2 State "": State Is Required',
      '2 City "": City Is Required',
      '2 Postal Code "": Postal Code Is Required',
      '3 Email "not an address": Invalid email id.',
      `4 Email "${PEOPLE.Providers.email.toUpperCase()}": This email address is already in use.`,
      '5 Provider Type "Wizard": No provider type with this name',
      '5 Schools "Lincoln; Atlantis": No school with this name: Atlantis',
      '5 Services "OT; MAGIC": No service with this name: MAGIC',
      '6  "": Skipped: row 7 of the same provider has a problem.',
      '7 First Name "Other": Row 6 of the same provider says \'Nina\'.',
      '7 Email "NINA@district.example": Duplicate of row 6.',
    ])
  })

  test('follow the rules between fields, and those of each rate', async () => {
    const head = [
      ...HEAD,
      'Status',
      'Date of Birth',
      'Hire Date',
      'Termination Date',
      'Mobile Number',
      'Rate Type',
      'Rate',
    ]
    const at = (email: string) => person({ 2: `${email}@district.example` })
    expect(
      await problems(
        head,
        [...at('a'), 'Terminated', '', '', '', 'call me', 'Hourly', '0'],
        [...at('b'), '', TODAY, '2020-01-01', '2019-01-01', '', '', '5'],
        [...at('c'), '', 'soon', '', '', '', 'Hourly', '50'],
        [...at('c'), '', '', '', '', '', 'Hourly', '60'],
        [...at('d'), '', '', '', '', '', 'Hourly', '45.678'],
        [...at('d'), '', '', '', '', '', 'Per Session', '0.5'],
      ),
    ).toEqual([
      '2 Mobile Number "call me": Please Enter a valid Mobile Number',
      '2 Termination Date "": Enter the termination date.',
      '2 Rate "0": Rate  Is Required',
      `3 Date of Birth "${TODAY}": The date of birth must be in the past.`,
      '3 Hire Date "2020-01-01": The hire date must be after the date of birth.',
      '3 Termination Date "2019-01-01": The termination date must not be before the hire date.',
      '3 Rate Type "": Provider Rate Type Is Required',
      '4 Date of Birth "soon": \'soon\' is not a date (MM/DD/YYYY).',
      '5 Rate Type "Hourly": This rate type is listed already. Change its rate there.',
      '6 Rate "45.678": The rate must be more than 0, with at most two decimals.',
      '7  "": Skipped: row 6 of the same provider has a problem.',
    ])
  })

  test('never repeat a Social Security number', async () => {
    const head = [...HEAD, 'Social Security Number']
    const file = csvOf(
      head,
      [...NINA, '000-45-6789'],
      [...person({ 2: 'a@district.example' }), '•••-••-6789'],
      [...person({ 2: 'b@district.example' }), '123-45-6789'],
      [...person({ 2: 'b@district.example' }), '123-45-6780'],
    )
    const wrong = 'Enter a Social Security number with 9 digits, such as 123-45-6789.'
    expect(await calls.problems(file, token.ada)).toEqual([
      `2 Social Security Number "•••": ${wrong}`,
      `3 Social Security Number "•••": ${wrong}`,
      '4  "": Skipped: row 5 of the same provider has a problem.',
      '5 Email "b@district.example": Duplicate of row 4.',
      '5 Social Security Number "•••": Row 4 of the same provider says \'•••\'.',
    ])
    const { rows } = await calls.problemRows(file, token.ada)
    expect(rows.slice(1).map((cells) => cells[HEAD.length])).toEqual(['•••', '•••', '•••', '•••'])
    expect(server().logs).not.toContain('6789')
  })

  test('imported twice at once are written once', async () => {
    const file = csvOf(HEAD, ...Array.from({ length: 5 }, (_, index) => person({ 2: `n${index}@district.example` })))
    const { key } = await calls.check(file, token.ada)
    const replies = await Promise.all([1, 2].map(() => calls.send(file, token.ada, { key, invitations: 'later' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await db().$count(providers)).toBe(7)
  })

  test('have a valid sample', async () => {
    const { bytes } = await calls.sample(token.ada)
    expect(await calls.problems(bytes, token.ada)).toEqual([])
    expect(await calls.take(bytes, token.ada)).toMatchObject({ status: 200, data: { added: 1, rows: 1 } })
  })

  test('are for administrators with access to the screen', async () => {
    const file = { name: 'a.csv', bytes: csvOf(HEAD, NINA) }
    for (const as of [token.paul, token.sofia]) {
      expect(await server().call('importProviders', { token: as, file })).toMatchObject({ status: 403 })
    }
    expect(await db().$count(providers)).toBe(2)
  })
})
