import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { uploadedHoursSchema, uploadedInWords } from '#contract/pto-hours.ts'
import { providerStatuses, providers } from '#server/db/schema/providers.ts'
import { ptoBalanceEntries, ptoBalances } from '#server/db/schema/time-off.ts'
import type { SheetToWrite } from '#server/documents/sheet.ts'
import { readSpreadsheet, writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { workbookOf } from '#tests/support/server/imports.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { answerOf, askForTimeOff, grantHours, useTimeOff } from '#tests/support/server/time-off.ts'

const database = useDatabase()
const server = useTestServer(database)
const token = useTimeOff(database, server)

const PAUL = PEOPLE.Providers.providerId
const SOFIA = PEOPLE.SpecialProvider.providerId
const REFUSED = 'Nothing was uploaded because the file has errors.'

const upload = async (name: string, bytes: Uint8Array<ArrayBuffer> | string, as = token.ada) =>
  answerOf(await server().call('uploadPtoHours', { token: as, file: { name, bytes } }))

const csv = (...lines: string[]) => ['ID,Provider Name,Available Hours', ...lines].join('\n')

const stored = async () => ({
  balances: await database()
    .db.select({ id: ptoBalances.providerId, hours: ptoBalances.availableHours })
    .from(ptoBalances)
    .orderBy(ptoBalances.providerId),
  entries: await database()
    .db.select({ id: ptoBalanceEntries.providerId, change: ptoBalanceEntries.change, source: ptoBalanceEntries.source })
    .from(ptoBalanceEntries)
    .orderBy(ptoBalanceEntries.id),
})

const sample = async () => {
  const { data, headers } = await server().call('getSamplePtoFile', { token: token.ada })
  if (!(data instanceof Uint8Array)) throw new Error('No file')
  return { disposition: headers.get('content-disposition'), sheet: await readSpreadsheet(data), bytes: data }
}

test('the list has everyone who has not left or still has a balance, with role and hours', async () => {
  await grantHours(database(), SOFIA, 12.5, server().time)
  const here = { hasLeft: false, lastDay: null }
  const paul = {
    ...{ id: PAUL, providerName: 'Paul Provider', role: 'Providers', availableHours: '0.00' },
    ...{ ...here, entityCacheKey: '0' },
  }
  const sofia = {
    ...{ id: SOFIA, providerName: 'Sofía Special', role: 'SpecialProvider', availableHours: '12.50' },
    ...{ ...here, entityCacheKey: '2' },
  }
  const listOf = async (query: Record<string, string>) =>
    (await server().call('getAdminPtosAvailableHours', { token: token.ada, query })).data
  const page = { pageIndex: 1, pageSize: 10 }
  expect(await listOf({})).toEqual({ ...page, totalRecords: 2, adminPtosAvailableHours: [paul, sofia] })
  expect(await listOf({ providerName: 'OFÍA s' })).toEqual({
    ...page,
    totalRecords: 1,
    adminPtosAvailableHours: [sofia],
  })
  expect(await listOf({ providerIds: `${PAUL},999` })).toEqual({
    ...page,
    totalRecords: 1,
    adminPtosAvailableHours: [paul],
  })
  expect(await listOf({ providerName: '%' })).toEqual({ ...page, totalRecords: 0, adminPtosAvailableHours: [] })
  await database().db.insert(providerStatuses).values({ id: 3, title: 'Inactive' }).onConflictDoNothing()
  await database().db.update(providers).set({ statusId: 3 }).where(eq(providers.id, PAUL))
  expect(await listOf({})).toMatchObject({ totalRecords: 1 })
  await database().db.update(providers).set({ termDate: '2026-11-19' }).where(eq(providers.id, SOFIA))
  expect(await listOf({})).toMatchObject({
    totalRecords: 1,
    adminPtosAvailableHours: [{ ...sofia, hasLeft: true, lastDay: '2026-11-19' }],
  })
})

test('rows of someone who has left since the download are named and set nothing, and the others are taken', async () => {
  await grantHours(database(), PAUL, 10, server().time)
  await grantHours(database(), SOFIA, 12.5, server().time)
  await database().db.update(providers).set({ termDate: '2026-11-19' }).where(eq(providers.id, SOFIA))
  const { status, data } = await upload('hours.csv', csv(`${PAUL},Paul Provider,20`, `${SOFIA},Sofía Special,5000`))
  const uploaded = uploadedHoursSchema.parse(data)
  expect([status, uploaded.rows, uploaded.changed, uploaded.gone]).toEqual([
    ...[200, 2, 1],
    [{ line: 3, providerName: 'Sofía Special' }],
  ])
  expect(uploadedInWords(uploaded)).toBe('2 rows, 1 changed, 1 left alone because they have left (Sofía Special)')
  expect((await stored()).balances).toEqual([
    { id: PAUL, hours: '20.00' },
    { id: SOFIA, hours: '12.50' },
  ])
})

describe('the sample file', () => {
  test('lists the providers, and changes nothing when uploaded unchanged', async () => {
    await grantHours(database(), SOFIA, 12.5, server().time)
    const before = await stored()
    const { disposition, sheet, bytes } = await sample()
    expect(disposition).toContain('filename="SampleFile.xlsx"')
    expect(sheet.rows.map(({ cells }) => cells)).toEqual([
      ['ID', 'Provider Name', 'Provider Role', 'Available Hours', 'Hours When Downloaded'],
      [PAUL, 'Paul Provider', 'Providers', 0, 0],
      [SOFIA, 'Sofía Special', 'SpecialProvider', 12.5, 12.5],
    ])
    expect(await upload('SampleFile.xlsx', new Uint8Array(bytes))).toEqual({
      status: 200,
      message: 'Upload Success',
      data: { rows: 2, changed: 0, gone: [], stale: [], key: '', unused: [] },
    })
    expect((await stored()).entries).toEqual(before.entries)
  })

  test('sets the hours when filled in, whatever was taken before', async () => {
    await grantHours(database(), PAUL, 8, server().time)
    const id = await askForTimeOff(server(), token.paul)
    await server().call('acceptPtos', { token: token.ada, body: { ids: String(id) } })
    const filled: SheetToWrite = {
      name: 'Mine',
      columns: ['ID', 'Provider Role', 'Available Hours'].map((title) => ({ title, width: 10 })),
      rows: [
        [SOFIA, 'whatever', 40.25],
        [PAUL, '', 16],
      ],
    }
    expect(await upload('mañana.xlsx', await writeSpreadsheet(filled))).toEqual({
      status: 200,
      message: 'Upload Success',
      data: { rows: 2, changed: 2, gone: [], stale: [], key: '', unused: [] },
    })
    const { balances, entries } = await stored()
    expect(balances).toEqual([
      { id: PAUL, hours: '16.00' },
      { id: SOFIA, hours: '40.25' },
    ])
    expect(entries.slice(2)).toEqual([
      { id: SOFIA, change: '40.25', source: 'mañana.xlsx' },
      { id: PAUL, change: '11.00', source: 'mañana.xlsx' },
    ])
    const [last] = await database().db.select().from(ptoBalanceEntries).orderBy(desc(ptoBalanceEntries.id)).limit(1)
    expect(last).toMatchObject({ kind: 'upload', balanceAfter: '16.00', byId: PEOPLE.Administrators.userId })
  })
})

/** Four of Paul's hours are accepted. */
const acceptFour = async (requestedDate = '2026-11-23') => {
  const id = await askForTimeOff(server(), token.paul, {
    ...{ requestedDate, startTime: '08:00', endTime: '12:00' },
  })
  await server().call('acceptPtos', { token: token.ada, body: { ids: String(id) } })
}

describe('a sheet that is older than the balances', () => {
  const send = async (file: string | Uint8Array<ArrayBuffer>, key?: string) => {
    const name = typeof file === 'string' ? 'hours.csv' : 'hours.xlsx'
    const { data, message } = await server().call('uploadPtoHours', {
      token: token.ada,
      file: { name, bytes: file },
      ...(key !== undefined && { body: { key } }),
    })
    expect(message).toBe('Upload Success')
    return uploadedHoursSchema.parse(data)
  }
  const MADE_FROM = 'ID,Provider Name,Available Hours,Hours When Downloaded'
  const stale = { line: 2, providerId: PAUL, providerName: 'Paul Provider', currentHours: '56.00' }

  test('gives no accepted hours back when uploaded unchanged, and names whose balance changed', async () => {
    await grantHours(database(), PAUL, 60, server().time)
    const { bytes } = await sample()
    await acceptFour()
    const before = await stored()
    expect(before.balances).toContainEqual({ id: PAUL, hours: '56.00' })
    expect(await send(new Uint8Array(bytes))).toEqual({
      ...{ rows: 2, changed: 0, gone: [], key: '', unused: [] },
      stale: [{ ...stale, downloadedHours: '60.00', fileHours: '60.00', isEdited: false }],
    })
    expect((await stored()).entries).toEqual(before.entries)
  })

  test('sets hours that were typed only once they are confirmed, and only from the balance that was shown', async () => {
    await grantHours(database(), PAUL, 60, server().time)
    await acceptFour()
    const file = [MADE_FROM, `${PAUL},Paul Provider,70,60`, `${SOFIA},,12,0`].join('\n')
    const first = await send(file)
    expect(first).toMatchObject({
      ...{ rows: 2, changed: 1 },
      stale: [{ ...stale, downloadedHours: '60.00', fileHours: '70.00', isEdited: true }],
    })
    await acceptFour('2026-11-24')
    const second = await send(file, first.key)
    expect(second).toMatchObject({ changed: 0, stale: [{ currentHours: '52.00' }] })
    expect(second.key).not.toBe(first.key)
    expect(await send(file, second.key)).toEqual({ rows: 2, changed: 1, gone: [], stale: [], key: '', unused: [] })
    const { balances, entries } = await stored()
    expect(balances).toContainEqual({ id: PAUL, hours: '70.00' })
    expect(entries.map(({ id, change }) => [id, change])).toEqual([
      [PAUL, '60.00'],
      [PAUL, '-4.00'],
      [SOFIA, '12.00'],
      [PAUL, '-4.00'],
      [PAUL, '18.00'],
    ])
  })

  test('without what it was made from is old where it repeats a balance from before accepted time off', async () => {
    await grantHours(database(), PAUL, 60, server().time)
    await acceptFour()
    const old = await send(csv(`${PAUL},,60`, `${SOFIA},,0`))
    expect(old).toMatchObject({
      ...{ rows: 2, changed: 0 },
      stale: [{ ...stale, downloadedHours: null, fileHours: '60.00', isEdited: true }],
    })
    expect(await send(csv(`${PAUL},,61`))).toMatchObject({ changed: 1, stale: [] })
    expect(await send(csv(`${PAUL},,60`), old.key)).toMatchObject({ changed: 0, stale: [{ currentHours: '61.00' }] })
    expect((await stored()).balances).toContainEqual({ id: PAUL, hours: '61.00' })
  })

  test('is read whole with any mixture of line ends, and names the columns that it does not read', async () => {
    const file = `ID,Available Hours,Comment\r\n${PAUL},35,per "HR" memo\n${SOFIA},57,checked\n`
    expect(await send(file)).toEqual({ rows: 2, changed: 2, gone: [], stale: [], key: '', unused: ['Comment'] })
  })
})

describe('a negative balance', () => {
  test('does not block an upload, and can be raised', async () => {
    await acceptFour()
    const { bytes } = await sample()
    expect((await stored()).balances).toEqual([{ id: PAUL, hours: '-4.00' }])
    expect(await upload('SampleFile.xlsx', new Uint8Array(bytes))).toMatchObject({
      status: 200,
      data: { rows: 2, changed: 0, stale: [] },
    })
    // The same sheet as text, with another provider's hours set.
    expect(await upload('hours.csv', csv(`${PAUL},,-4.00`, `${SOFIA},,8`))).toMatchObject({ data: { changed: 1 } })
    expect(await upload('hours.csv', csv(`${PAUL},,-1.5`))).toMatchObject({ data: { changed: 1 } })
    const { data } = await sample().then(({ sheet }) => ({ data: sheet.rows[1]?.cells }))
    expect(data).toEqual([PAUL, 'Paul Provider', 'Providers', -1.5, -1.5])
  })

  test('is neither made nor lowered by a sheet', async () => {
    await acceptFour()
    expect(await upload('hours.csv', csv(`${PAUL},,-4.25`, `${SOFIA},,-1`))).toMatchObject({
      status: 406,
      data: [
        "Row 2: Available Hours '-4.25' is less than the balance of -4.",
        "Row 3: Available Hours '-1' is less than 0.",
        'The file has 2 rows.',
      ],
    })
  })
})

test.each(['xlsx', 'xls'] as const)('hours as times and durations are hours, in an .%s file', async (type) => {
  const cell = (v: number, z: string) => ({ t: 'n' as const, v, z })
  const head = ['ID', 'Available Hours']
  const times = [head, [PAUL, cell(0.3125, 'h:mm')], [SOFIA, cell(5 / 3, '[h]:mm')]]
  expect(await upload(`hours.${type}`, workbookOf(times, { type }))).toMatchObject({ data: { rows: 2, changed: 2 } })
  expect((await stored()).balances).toEqual([
    { id: PAUL, hours: '7.50' },
    { id: SOFIA, hours: '40.00' },
  ])
  const others = [head, [PAUL, cell(0.4, '0%')], [SOFIA, cell(0.3125, 'h:mm AM/PM')], [3, { t: 'e' as const, v: 7 }]]
  expect(await upload(`hours.${type}`, workbookOf(others, { type }))).toMatchObject({
    data: [
      "Row 2: Available Hours '40%' is a percentage, not a number of hours.",
      "Row 3: Available Hours '7:30 AM' is a time of day, not a number of hours.",
      'Row 4: Available Hours contains a formula with an error. Enter its value.',
      'The file has 3 rows.',
    ],
  })
})

describe('a file with mistakes', () => {
  test('is refused as a whole, with every error in order of lines', async () => {
    await grantHours(database(), PAUL, 8, server().time)
    const before = await stored()
    const file = csv(
      `${PAUL},Paul Provider,24`,
      `${SOFIA},Paul Provider,8`,
      '999,Nobody,8',
      `${PAUL},,9`,
      `${SOFIA},sofía  SPECIAL,-1`,
      `${SOFIA},,2081`,
      `${SOFIA},,eight`,
      `${SOFIA},,1.005`,
      ',Sofía Special,8',
      `${SOFIA},,`,
    )
    expect(await upload('hours.csv', file)).toEqual({
      status: 406,
      message: REFUSED,
      data: [
        `Row 3: ID ${SOFIA} is Sofía Special, not Paul Provider.`,
        'Row 4: No provider has the ID 999.',
        `Row 5: Paul Provider (ID ${PAUL}) is already in row 2.`,
        "Row 6: Available Hours '-1' is less than 0.",
        "Row 7: Available Hours '2081' is more than 2080.",
        "Row 8: Available Hours 'eight' is not a number.",
        "Row 9: Available Hours '1.005' has more than 2 decimals.",
        'Row 10: ID is missing.',
        'Row 11: Available Hours is missing.',
        'The file has 10 rows.',
      ],
    })
    expect(await stored()).toEqual(before)
  })

  test.each([
    ['without rows', csv(), 'The file has no rows below the header row.'],
    ['with other columns', 'Name,Hours\nPaul,8', "Row 1: The column 'ID' is missing."],
    ['of another type', '%PDF-1.7', 'The file is not a spreadsheet: its contents are not .xlsx, .xls or .csv.'],
  ])('%s is refused with a message', async (_, text, line) => {
    const { status, message, data } = await upload('hours.csv', text)
    expect({ status, message }).toEqual({ status: 406, message: REFUSED })
    expect(data).toEqual(expect.arrayContaining([line]))
  })

  test('is validated by name, and required', async () => {
    expect(await upload('hours.pdf', csv(`${PAUL},,8`))).toMatchObject({
      status: 400,
      message: 'Only these file types are supported: .xlsx, .xls, .csv',
    })
    expect(await server().call('uploadPtoHours', { token: token.ada })).toMatchObject({
      status: 400,
      message: 'Upload File',
    })
  })
})

test('two files at once: one is first, and the ledger adds up', async () => {
  const files = [10, 20, 30].map((hours) => csv(`${PAUL},,${hours}`, `${SOFIA},,${hours}`))
  const answers = await Promise.all(files.map((file, index) => upload(`${index}.csv`, file)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { balances, entries } = await stored()
  expect(new Set(balances.map(({ hours }) => hours)).size).toBe(1)
  for (const { id, hours } of balances) {
    const sum = entries.filter((entry) => entry.id === id).reduce((total, { change }) => total + Number(change), 0)
    expect(sum).toBe(Number(hours))
  }
})

test('only administrators see hours, upload them, and download the file', async () => {
  for (const as of [token.paul, token.sofia]) {
    expect((await upload('hours.csv', csv(`${PAUL},,2000`), as)).status).toBe(403)
    expect((await server().call('getAdminPtosAvailableHours', { token: as })).status).toBe(403)
    expect((await server().call('getSamplePtoFile', { token: as })).status).toBe(403)
  }
  expect(await stored()).toEqual({ balances: [], entries: [] })
})
