import { asc, eq, gt, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { cities, countries, states } from '#server/db/schema/address.ts'
import { schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import { schoolBillingProfiles, schoolContacts, schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { csvOf, importCalls, type TestCell, workbookOf } from '#tests/support/server/imports.ts'
import { useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const PLACE = ['School Name', 'Address Line 1', 'Country', 'State', 'City', 'Zipcode']
const CONTACT = ['Contact Name', 'Phone Number', 'Designation', 'Email', 'Fax']
const RATE = ['Service', 'Rate Type', 'Rate', 'Effective Date']
const OAK = ['Oak', '1 Oak Street', 'United States', 'IL', 'springfield', '62701']
const ALMA = ['Alma Reyes', '217-555-0110', 'Principal', 'alma@school.example', '']

describe('schools from a spreadsheet', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const calls = importCalls(server, {
    run: 'importSchools',
    sample: 'getSchoolImportSample',
    problems: 'getSchoolImportProblems',
  })

  beforeEach(async () => {
    const { db } = database()
    await db.insert(countries).values([
      { id: 1, name: 'United States' },
      { id: 2, name: 'Canada' },
    ])
    await db.insert(states).values([
      { id: 1, countryId: 1, name: 'Illinois', abbreviation: 'IL' },
      { id: 2, countryId: 1, name: 'New York', abbreviation: 'NY' },
    ])
    await db.insert(cities).values([
      { stateId: 1, name: 'Springfield' },
      { stateId: 2, name: 'Albany' },
    ])
  })

  /** What was added to the district's three schools. */
  const stored = async () => {
    const { db } = database()
    const added = await db.select().from(schools).where(gt(schools.id, 3)).orderBy(asc(schools.id))
    const ids = added.map(({ id }) => id)
    return {
      schools: added.map(({ name, addressLine1, addressLine2, cityId, zipCode, colourCode, isActive }) =>
        [name, addressLine1, addressLine2, cityId, zipCode, colourCode, isActive].join('|'),
      ),
      contacts: (await db.select().from(schoolContacts).orderBy(asc(schoolContacts.id))).map(
        ({ schoolId, personName, phoneNumber, designation, emailAddress, fax }) =>
          [ids.indexOf(schoolId), personName, phoneNumber, designation, emailAddress, fax].join('|'),
      ),
      billing: (await db.select().from(schoolBillingProfiles)).map(({ schoolId, billingEmail, billingNote }) =>
        [ids.indexOf(schoolId), billingEmail, billingNote].join('|'),
      ),
      fees: (await db.select().from(schoolAdminFees)).map(({ schoolId, adminFee, effectiveDate, createdById }) =>
        [ids.indexOf(schoolId), adminFee, effectiveDate, createdById].join('|'),
      ),
      rates: (
        await db
          .select()
          .from(schoolServiceRates)
          .where(inArray(schoolServiceRates.schoolId, ids))
          .orderBy(asc(schoolServiceRates.id))
      ).map(({ schoolId, serviceId, rateTypeId, rate, effectiveDate }) =>
        [ids.indexOf(schoolId), serviceId, rateTypeId, rate, effectiveDate].join('|'),
      ),
    }
  }
  const nothing = { schools: [], contacts: [], billing: [], fees: [], rates: [] }
  const problems = (head: string[], ...rows: (string | number)[][]) => calls.problems(csvOf(head, ...rows), token.ada)

  test.each(['xlsx', 'xls'] as const)('mean what their cells show, in an .%s file', async (type) => {
    const head = [...PLACE, ...CONTACT, 'Billing Email', 'Admin Fee (percent)', ...RATE]
    const cell = (v: number, z: string): TestCell => ({ t: 'n', v, z })
    const phone = cell(2_175_550_110, '(000) 000-0000')
    const row = (name: string, zip: TestCell, fee: TestCell, rate: TestCell): TestCell[] => [
      ...[name, ...OAK.slice(1, 5), zip, 'Alma Reyes', phone, 'Principal', 'alma@school.example', ''],
      ...['bills@oak.example', fee, 'OT', 'Hourly', rate, cell(46_266, 'd-mmm-yy')],
    ]
    const cells = [
      head,
      row('Oak', cell(2134, '00000'), cell(0.055, '0.0%'), cell(85.5, '"$"#,##0.00')),
      row('Elm', cell(21_341_234, '00000\\-0000'), '5 %', '$1,085.50'),
      row('Ash', '62701', 7.5, cell(85.555, '0.00')),
      row('Fir', '62701', cell(0.05, '0%'), cell(85.5, '0')),
      row('Bay', '62701', cell(1.5, '0%'), cell(0.5, '0%')),
    ]
    const file = workbookOf(cells, { type })
    expect(await calls.problems(file, token.ada)).toEqual([
      '5 Rate "86": Shows \'86\' but holds 85.5. Enter the number that you mean.',
      '6 Admin Fee (percent) "150": Admin Fee must be a percentage from 1 to 100 with at most two decimals.',
      '6 Rate "50%": \'50%\' is a percentage, not a number.',
    ])
    // The file of problem rows is read as the first file was.
    const { bytes, rows } = await calls.problemRows(file, token.ada)
    expect(rows[1]?.slice(5, 16)).toEqual([
      ...['62701', 'Alma Reyes', '(217) 555-0110', 'Principal', 'alma@school.example', undefined],
      ...['bills@oak.example', '5%', 'OT', 'Hourly', 85.5],
    ])
    expect((await calls.problems(bytes, token.ada)).map((problem) => problem.slice(0, 24))).toEqual([
      '3 Admin Fee (percent) "1',
      '3 Rate "50%": Rate must ',
    ])
    await calls.take(file, token.ada)
    const { schools: added, contacts, fees, rates } = await stored()
    expect(added.map((school) => school.split('|')[4])).toEqual(['02134', '02134-1234', '62701'])
    expect(contacts.map((contact) => contact.split('|')[2])).toEqual(Array(3).fill('(217) 555-0110'))
    expect(fees.map((fee) => fee.split('|')[1])).toEqual(['5.50', '5.00', '7.50'])
    expect(rates.map((rate) => rate.split('|').slice(3).join(' '))).toEqual([
      '85.50 2026-09-01',
      '1085.50 2026-09-01',
      '85.56 2026-09-01',
    ])
  })

  test('are added with contacts, billing details and rates', async () => {
    const head = [
      ...['School Name', 'School Color', 'Address Line 1', 'Address Line 2', 'Country', 'State', 'City', 'Zipcode'],
      ...CONTACT,
      ...['Billing Email', 'Billing Note', 'Admin Fee (percent)', 'Admin Fee From'],
      ...RATE,
    ]
    const none = (count: number): TestCell[] => Array.from({ length: count }, () => null)
    const date = new Date('2026-09-01')
    const zip: TestCell = { t: 'n', v: 2701, z: '00000' }
    const cells: TestCell[][] = [
      head,
      [
        ...['Oak', '1f6fb2', '1 Oak Street', 'Room 2', 'united  states', 'IL', 'SPRINGFIELD', zip],
        ...[...ALMA, 'bills@oak.example', 'Net 30', 7.5, date],
        ...['ot', 'Hourly', 85.5, date],
      ],
      [' Elm ', '#00FF00', '2 Elm Street', null, 'United States', 'New York', 'Albany', '12207', ...none(13)],
      [
        'oak',
        ...none(7),
        ...['Desmond Okoro', '(217) 555-0111', 'Clerk', 'desmond@school.example', '217-555-0112'],
        ...none(4),
        ...['Physical Therapy', 'per session', '60', '11/3/2026'],
      ],
    ]
    const report = await calls.check(workbookOf(cells), token.ada)
    expect(report).toMatchObject({ rows: 3, goodRows: 3, records: 2, problems: [] })
    expect(await stored()).toEqual(nothing)
    expect(await calls.take(workbookOf(cells), token.ada)).toMatchObject({
      status: 200,
      message: '2 schools have been added successfully',
      data: { added: 2 },
    })
    expect(await stored()).toEqual({
      schools: ['Oak|1 Oak Street|Room 2|1|02701|#1f6fb2|true', 'Elm|2 Elm Street||2|12207|#00FF00|true'],
      contacts: [
        '0|Alma Reyes|217-555-0110|Principal|alma@school.example|',
        '0|Desmond Okoro|(217) 555-0111|Clerk|desmond@school.example|217-555-0112',
      ],
      billing: ['0|bills@oak.example|Net 30'],
      fees: ['0|7.50|2026-09-01|1'],
      rates: ['0|1|1|85.50|2026-09-01', '0|2|2|60.00|2026-11-03'],
    })
  })

  test('without the optional columns get the default color and nothing else', async () => {
    await calls.take(csvOf(PLACE, OAK), token.ada)
    expect(await stored()).toEqual({ ...nothing, schools: ['Oak|1 Oak Street||1|62701|#000000|true'] })
  })

  test('report problems of their profile in the form’s words', async () => {
    const place = (changes: Partial<Record<number, string>>) => OAK.map((text, index) => changes[index] ?? text)
    expect(
      await problems(
        PLACE,
        ['', '', '', '', '', ''],
        place({ 0: 'x'.repeat(251), 1: '', 2: '', 3: '', 4: '', 5: 'x'.repeat(16) }),
        place({ 0: 'A', 2: 'Atlantis' }),
        place({ 0: 'B', 3: 'Texas' }),
        place({ 0: 'C', 4: 'Albany' }),
        place({ 0: 'D', 2: 'Canada' }),
        place({ 0: ' LINCOLN ' }),
        OAK,
        place({ 1: '9 Elm Street' }),
        OAK,
      ),
    ).toEqual([
      `3 School Name "${'x'.repeat(60)}": Maximum of 250 characters allowed`,
      '3 Address Line 1 "": Address Is Required.',
      '3 Country "": Country Is Required',
      '3 State "": State Is Required',
      '3 City "": Select city.',
      '3 Zipcode "xxxxxxxxxxxxxxxx": Maximum of 15 characters allowed',
      '4 Country "Atlantis": No country with this name',
      '5 State "Texas": No state with this name',
      '6 City "Albany": No city with this name',
      '7 State "IL": No state with this name',
      '8 School Name "LINCOLN": A school with this name already exists.',
      '9  "": Skipped: row 10 of the same school has a problem.',
      '10 School Name "Oak": Duplicate of row 9.',
      '10 Address Line 1 "9 Elm Street": Row 9 of the same school says \'1 Oak Street\'.',
      '11 School Name "Oak": Duplicate of row 9.',
    ])
  })

  test('report problems of contacts, billing and rates at their own rows', async () => {
    const blank = ['', '', '', '', '', '']
    const more = ['Oak', '', '', '', '', '']
    const head = [...PLACE, 'School Color', ...CONTACT, 'Billing Email', 'Admin Fee (percent)', ...RATE]
    expect(
      await problems(
        head,
        [...OAK, 'blue', ...ALMA, '', 0.5, 'OT', 'Hourly', '85', '2026-09-01'],
        [...more, '', 'Bo', '217-555-0110 ext 12', '', 'bo@', '', '', '', 'NONE', 'Weekly', '0.5', '2/30/2026'],
        [...more, '', ...ALMA, '', '', 'OT', '', '', ''],
        [...more, '', '', '', '', '', '1-555', '', '', 'OT', 'Hourly', 'x', '2026-10-01'],
        [...blank, '', 'Nobody', '', '', '', '', '', '', '', '', '', ''],
      ),
    ).toEqual([
      '2 School Color "blue": Please choose a color.',
      '2 Billing Email "": Email id is required.',
      '2 Admin Fee (percent) "0.5": Admin Fee must be a percentage from 1 to 100 with at most two decimals.',
      '3 Phone Number "217-555-0110 ext 12": Enter Valid Phone Number',
      '3 Designation "": Designation is Required.',
      '3 Email "bo@": Invalid email id.',
      '3 Service "NONE": No service with this name',
      '3 Rate Type "Weekly": No rate type with this name',
      '3 Rate "0.5": Rate must be at least 1 with at most two decimals.',
      '3 Effective Date "2/30/2026": \'2/30/2026\' is not a date (MM/DD/YYYY).',
      '4 Rate Type "": Select Rate Type.',
      '4 Rate "": Rate is required.',
      '4 Effective Date "": Effective Date is required.',
      '5 Contact Name "": Contact Name is Required.',
      '5 Phone Number "": Phone Number is Required.',
      '5 Designation "": Designation is Required.',
      '5 Email "": Email id is required.',
      '5 Service "OT": Service ID is Duplicate.',
      '5 Rate Type "Hourly": Rate Type is Duplicate.',
      '5 Rate "x": Rate must be at least 1 with at most two decimals.',
      '6 School Name "": School Name Is Required.',
      '6 Address Line 1 "": Address Is Required.',
      '6 Country "": Country Is Required',
      '6 State "": State Is Required',
      '6 City "": Select city.',
      '6 Zipcode "": Zipcode Is Required.',
      '6 Phone Number "": Phone Number is Required.',
      '6 Designation "": Designation is Required.',
      '6 Email "": Email id is required.',
    ])
    expect(
      await problems(
        [...PLACE, ...RATE],
        [...OAK, 'OT', 'Hourly', 85, '2026-09-01'],
        [...more, 'OT', 'Hourly', 90, '2026-10-01'],
      ),
    ).toEqual([
      '2  "": Skipped: row 3 of the same school has a problem.',
      '3 Service "OT": Service ID is Duplicate.',
      '3 Rate Type "Hourly": Rate Type is Duplicate.',
    ])
    const { db } = database()
    await db.insert(services).values({ code: 'OT2', description: 'Occupational Therapy' })
    expect(await problems([...PLACE, ...RATE], [...OAK, 'Occupational Therapy', 'Hourly', 85, '2026-09-01'])).toEqual([
      '2 Service "Occupational Therapy": There are 2 services with this name: enter its code',
    ])
  })

  test('imported twice at once are written once', async () => {
    const file = csvOf(PLACE, ...Array.from({ length: 50 }, (_, index) => [`Oak ${index}`, ...OAK.slice(1)]))
    const { key } = await calls.check(file, token.ada)
    const replies = await Promise.all([1, 2].map(() => calls.send(file, token.ada, { key })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await stored()).schools).toHaveLength(50)
  })

  test('have a valid sample', async () => {
    const { bytes } = await calls.sample(token.ada)
    expect(await calls.problems(bytes, token.ada)).toEqual([])
    expect(await calls.take(bytes, token.ada)).toMatchObject({ status: 200, data: { added: 1, rows: 2 } })
    expect(await stored()).toMatchObject({ contacts: { length: 2 }, rates: { length: 2 } })
  })

  test('are for administrators with access to the screen', async () => {
    const file = { name: 'a.csv', bytes: csvOf(PLACE, OAK) }
    for (const as of [token.paul, token.sofia]) {
      expect(await server().call('importSchools', { token: as, file })).toMatchObject({ status: 403 })
    }
    const { db } = database()
    expect(await db.$count(schools, eq(schools.name, 'Oak'))).toBe(0)
  })
})
