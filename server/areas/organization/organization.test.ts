import { deflateSync } from 'node:zlib'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_INVOICE_MAIL } from '#domain/billing/invoice-mail.ts'
import type { RoleName } from '#domain/roles.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { organisation, organisationChanges, organisationLogos } from '#server/db/schema/organization.ts'
import { encodePng, pngChunk } from '#server/seed/demo-logo.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE, type TestReply, useTestServer } from '#tests/support/server/test-server.ts'

const NO_ACCESS = { status: 403, message: "You don't have access to this page" }
const NOW = new Date('2026-11-20T15:00:00Z')

const STORED = {
  name: 'Test District',
  address: '',
  phone: '',
  email: '',
  remitTo: '',
  paymentTerms: 30,
  currency: 'USD',
  locale: 'en-US',
  invoicePrefix: 'INV-',
  annexStudents: 'initials',
  correctedInvoices: 'replace',
  invoiceMail: DEFAULT_INVOICE_MAIL,
  letterSigner: '',
  letterSignerTitle: '',
  schoolYearEndsOn: '',
  remindsOfHours: true,
  providersChangesWait: false,
  reminderTime: '09:00',
  reminderDays: 1,
}

const CHANGED = {
  name: 'North District',
  address: '1 Main Street\nSpringfield, IL 62701',
  phone: '(217) 555-0142',
  email: 'billing@north.example',
  remitTo: 'P.O. Box 9\nSpringfield, IL 62705',
  paymentTerms: 45,
  currency: 'CAD',
  locale: 'fr-CA',
  invoicePrefix: 'N/',
  annexStudents: 'names',
  correctedInvoices: 'credit',
  invoiceMail: 'Invoice {number}',
  letterSigner: 'Dana Whitfield',
  letterSignerTitle: 'Director',
  schoolYearEndsOn: '2027-06-18',
  remindsOfHours: false,
  providersChangesWait: true,
  reminderTime: '16:00',
  reminderDays: 3,
}

const png = (width: number, height = width) => new Uint8Array(encodePng(width, height, () => [15, 94, 86]))

/** A PNG of eight by eight pixels with these packed ones, and this kind of colors: 6 has transparency. */
const packedPng = (pixels: Uint8Array, colorType = 6) => {
  const bytes = encodePng(8, 8, () => [15, 94, 86])
  const header = Buffer.from(bytes.subarray(12, 29))
  header[13] = colorType
  return new Uint8Array(
    Buffer.concat([
      bytes.subarray(0, 8),
      pngChunk('IHDR', header.subarray(4)),
      pngChunk('IDAT', pixels),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** A start of frame of this size between the start and the end of a JPEG file, with a comment and a scan. */
const jpeg = (width: number, height: number) =>
  new Uint8Array([
    ...[0xff, 0xd8, 0xff, 0xfe, 0, 4, 0x68, 0x69],
    ...[0xff, 0xc2, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
    ...[0xff, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0x34, 0xff, 0xd9],
  ])

const NOTHING = { days: 0, minutes: 0, amount: '0' }

describe('the organization', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const db = () => database().db
  let token = ''

  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
    server().now = NOW
    token = await server().tokenOf(PEOPLE.Administrators.userId)
  })

  const read = async () => (await server().call('getOrganization', { token })).data
  const save = (change: object, entityCacheKey = '1') =>
    server().call('saveOrganization', { token, body: { ...STORED, ...change, entityCacheKey } })
  const upload = (name: string, bytes: Uint8Array<ArrayBuffer> | string) =>
    server().call('uploadLogo', { token, file: { name, bytes } })
  const answerOf = ({ status, message }: TestReply) => ({ status, message })
  const refusalOf = ({ status, message, errors }: TestReply) => ({ status, message, errors })
  const logged = async () => {
    const rows = await db().select().from(organisationChanges).orderBy(asc(organisationChanges.id))
    return rows.map(({ field, before, after }) => [field, before, after])
  }

  test.each<RoleName>(['Providers', 'SpecialProvider'])('is closed to %s', async (role) => {
    const theirs = await server().tokenOf(PEOPLE[role].userId)
    for (const name of ['getOrganization', 'getOrganizationChanges', 'getLogo', 'removeLogo'] as const) {
      expect(await server().call(name, { token: theirs })).toMatchObject(NO_ACCESS)
    }
    expect(
      await server().call('saveOrganization', { token: theirs, body: { ...STORED, entityCacheKey: '1' } }),
    ).toMatchObject(NO_ACCESS)
    expect(
      await server().call('uploadLogo', { token: theirs, file: { name: 'logo.png', bytes: png(8) } }),
    ).toMatchObject(NO_ACCESS)
    expect(await logged()).toEqual([])
  })

  test('has settings, which are changed and logged field by field', async () => {
    expect(await read()).toEqual({ ...STORED, logo: null, isCurrencyFixed: false, entityCacheKey: '1' })
    expect(answerOf(await save(CHANGED))).toEqual({ status: 200, message: 'Settings have been saved successfully' })
    expect(await read()).toEqual({ ...CHANGED, logo: null, isCurrencyFixed: false, entityCacheKey: '2' })
    expect(await logged()).toEqual([
      ['name', 'Test District', 'North District'],
      ['address', '', '1 Main Street\nSpringfield, IL 62701'],
      ['phone', '', '(217) 555-0142'],
      ['email', '', 'billing@north.example'],
      ['remitTo', '', 'P.O. Box 9\nSpringfield, IL 62705'],
      ['paymentTerms', 'Net 30', 'Net 45'],
      ['currency', 'USD · US Dollar', 'CAD · Canadian Dollar'],
      ['locale', 'English (United States)', 'French (Canada)'],
      ['invoicePrefix', 'INV-', 'N/'],
      ['annexStudents', 'Initials', 'Names'],
      ['correctedInvoices', 'A new invoice replaces it', 'A credit note, then a new invoice'],
      ['invoiceMail', DEFAULT_INVOICE_MAIL, 'Invoice {number}'],
      ['letterSigner', '', 'Dana Whitfield'],
      ['letterSignerTitle', '', 'Director'],
      ['schoolYearEndsOn', '', '06/18/2027'],
      ['remindsOfHours', 'On', 'Off'],
      ['reminderTime', '9:00 AM', '4:00 PM'],
      ['reminderDays', '1 day', '3 days'],
      ['providersChangesWait', 'Off', 'On'],
    ])
    // The rest of the row stays, and a date can be removed.
    expect(answerOf(await save({ ...CHANGED, schoolYearEndsOn: '' }, '2'))).toMatchObject({ status: 200 })
    const [row] = await db().select().from(organisation)
    expect(row).toMatchObject({ timeZone: 'America/New_York', schoolYearEndsOn: null, version: 3 })
  })

  test('tells signed-in users the new format of amounts with their next token', async () => {
    await save({ currency: 'CAD', locale: 'fr-CA' })
    const { userId, email } = PEOPLE.Providers
    const session = await server().sessionOf(userId)
    const headers = { ...session, userid: String(userId) }
    const { data } = await server().call('refreshToken', { headers, body: { userid: userId, email } })
    expect(data).toMatchObject({ money: { currency: 'CAD', locale: 'fr-CA' } })
  })

  test('is not saved over a change of someone else, and nothing is logged if nothing changes', async () => {
    expect(answerOf(await save({}))).toMatchObject({ status: 200 })
    expect(await logged()).toEqual([])
    expect(answerOf(await save({ name: 'Mine' }))).toMatchObject({ status: 200 })
    expect(refusalOf(await save({ name: 'Theirs' }))).toEqual({
      status: 409,
      message: 'Someone else has changed these settings.',
      errors: undefined,
    })
    const { entityCacheKey: _, ...unversioned } = { ...STORED, entityCacheKey: '' }
    expect(refusalOf(await server().call('saveOrganization', { token, body: unversioned })).errors).toMatchObject([
      { path: 'entityCacheKey' },
    ])
    expect(await logged()).toEqual([['name', 'Test District', 'Mine']])
  })

  test('of ten changes of the same version at once, one is stored and logged', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => (await save({ name: `District ${n}` })).status),
    )
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(9).fill(409)])
    expect(await logged()).toHaveLength(1)
  })

  test('refuses wrong fields and stores nothing', async () => {
    const wrong = { name: '', paymentTerms: 366, locale: 'xx', invoicePrefix: '#', invoiceMail: '{nobody}' }
    expect(refusalOf(await save(wrong)).errors).toEqual([
      { path: 'name', message: 'Organization Name Is Required.' },
      { path: 'paymentTerms', message: 'Enter a whole number of days from 0 to 365.' },
      { path: 'locale', message: 'Choose how amounts are written.' },
      { path: 'invoicePrefix', message: 'Use only letters, digits, and the characters - / _ .' },
      {
        path: 'invoiceMail',
        message:
          'Nothing can be filled in for {nobody}. Use only {number}, {school}, {period}, {total}, {due} and {organization}.',
      },
    ])
    expect(refusalOf(await save({ currency: 'QQQ' }))).toEqual({
      status: 400,
      message: 'Choose a currency.',
      errors: [{ path: 'currency', message: 'Choose a currency.' }],
    })
    expect(await read()).toMatchObject({ ...STORED, entityCacheKey: '1' })
    expect(await logged()).toEqual([])
  })

  test.each([
    ['an invoice was issued', () => db().update(organisation).set({ lastInvoiceNumber: 1 })],
    [
      'a half-month was locked',
      () =>
        db().insert(lockOuts).values({
          startDate: '2026-11-01',
          endDate: '2026-11-15',
          isForced: false,
          lockedById: PEOPLE.Administrators.userId,
          leftOut: NOTHING,
        }),
    ],
  ])('keeps its currency once %s; everything else can change', async (_, settle) => {
    await settle()
    expect(await read()).toMatchObject({ isCurrencyFixed: true })
    const says = 'The currency cannot change, because half-months have been locked, exported or invoiced in it.'
    expect(refusalOf(await save({ currency: 'CAD', name: 'North' }))).toEqual({
      status: 409,
      message: says,
      errors: [{ path: 'currency', message: says }],
    })
    expect(await logged()).toEqual([])
    expect(answerOf(await save({ locale: 'es-US', name: 'North' }))).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({ currency: 'USD', locale: 'es-US', name: 'North' })
  })

  test('lists its changes, the latest first, found by person, setting and value', async () => {
    await save({ name: 'North District', paymentTerms: 0 })
    await save({ name: 'South District', paymentTerms: 0 }, '2')
    const changes = async (keywords?: string) => {
      const query = { pageIndex: 1, pageSize: 10, ...(keywords !== undefined && { keywords }) }
      const { data } = await server().call('getOrganizationChanges', { token, query })
      return data
    }
    const by = { atUtc: '2026-11-20T15:00:00.000Z', by: 'Ada Admin' }
    const all = [
      { id: 3, ...by, field: 'name', before: 'North District', after: 'South District' },
      { id: 2, ...by, field: 'paymentTerms', before: 'Net 30', after: 'Due on receipt' },
      { id: 1, ...by, field: 'name', before: 'Test District', after: 'North District' },
    ]
    const paged = (allChanges: object[]) => ({
      pageIndex: 1,
      pageSize: 10,
      totalRecords: allChanges.length,
      allChanges,
    })
    expect(await changes()).toEqual(paged(all))
    expect(await changes('ada')).toEqual(paged(all))
    expect(await changes('payment terms')).toEqual(paged([all[1] ?? {}]))
    expect(await changes('receipt')).toEqual(paged([all[1] ?? {}]))
    expect(await changes('test d')).toEqual(paged([all[2] ?? {}]))
    expect(await changes('%')).toEqual(paged([]))
  })

  describe('the logo', () => {
    test('is uploaded, read, replaced and removed; every upload stays stored', async () => {
      expect(answerOf(await server().call('getLogo', { token }))).toEqual({
        status: 404,
        message: 'There is no logo.',
      })
      const first = png(64, 32)
      const reply = await upload('logo.png', first)
      expect(answerOf(reply)).toEqual({ status: 200, message: 'Logo has been uploaded successfully' })
      expect(reply.data).toEqual({ id: 1, mediaType: 'image/png' })
      expect(await read()).toMatchObject({ logo: { id: 1, mediaType: 'image/png' }, entityCacheKey: '1' })
      const file = await server().call('getLogo', { token })
      expect(Buffer.from(file.data as Uint8Array).equals(first)).toBe(true)
      expect(file.headers.get('content-type')).toBe('application/octet-stream')
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')

      // The content decides, not the name.
      expect((await upload('logo.png', jpeg(300, 200))).data).toEqual({ id: 2, mediaType: 'image/jpeg' })
      expect(answerOf(await server().call('removeLogo', { token, body: {} }))).toEqual({
        status: 200,
        message: 'Logo has been removed successfully',
      })
      expect(await read()).toMatchObject({ logo: null })
      expect(answerOf(await server().call('removeLogo', { token, body: {} }))).toEqual({
        status: 404,
        message: 'There is no logo.',
      })
      expect(await db().$count(organisationLogos)).toBe(2)
      const [stored] = await db().select().from(organisationLogos).where(eq(organisationLogos.id, 1))
      expect(stored).toMatchObject({ mediaType: 'image/png', createdAt: NOW, createdById: 1 })
      expect(await logged()).toEqual([
        ['logo', '', 'PNG image, 64 × 32 pixels'],
        ['logo', 'PNG image, 64 × 32 pixels', 'JPEG image, 300 × 200 pixels'],
        ['logo', 'JPEG image, 300 × 200 pixels', ''],
      ])
    })

    const OTHER = 'This file is not a PNG or JPEG image, whatever its name says.'
    const DAMAGED = 'This image is damaged or incomplete. Save it again and retry.'
    const broken = png(16)
    broken[50] = (broken[50] ?? 0) ^ 0xff
    const chunkless = png(16)
    const noPixels = new Uint8Array([...chunkless.slice(0, 33), ...chunkless.slice(-12)])

    test.each<[string, string, Uint8Array<ArrayBuffer> | string, string]>([
      ['a drawing', 'logo.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', OTHER],
      ['a web page', 'logo.png', '<!doctype html><script>alert(1)</script>', OTHER],
      ['a GIF', 'logo.jpg', 'GIF89a', OTHER],
      ['only the first bytes of a PNG', 'logo.png', png(16).slice(0, 8), DAMAGED],
      ['a PNG that was cut off', 'logo.png', png(16).slice(0, -6), DAMAGED],
      ['a PNG with a changed byte', 'logo.png', broken, DAMAGED],
      ['a PNG without pixels', 'logo.png', noPixels, DAMAGED],
      ['a PNG whose pixels are not packed', 'logo.png', packedPng(Buffer.from('pixels')), DAMAGED],
      ['a PNG with too few pixels', 'logo.png', packedPng(deflateSync(Buffer.alloc(8 * 32))), DAMAGED],
      [
        'a PNG that unpacks to more than its size',
        'logo.png',
        packedPng(deflateSync(Buffer.alloc(9_000_000))),
        DAMAGED,
      ],
      ['a PNG with rows of an unknown kind', 'logo.png', packedPng(deflateSync(Buffer.alloc(8 * 33, 9))), DAMAGED],
      ['a PNG with unknown colors', 'logo.png', packedPng(deflateSync(Buffer.alloc(8 * 33)), 7), DAMAGED],
      ['a PNG that is 0 wide', 'logo.png', png(0, 4), DAMAGED],
      ['a JPEG that was cut off', 'logo.jpg', jpeg(30, 20).slice(0, -2), DAMAGED],
      ['a JPEG without a frame', 'logo.jpg', new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 0xff, 0xd9]), DAMAGED],
      ['a JPEG with a segment of no length', 'logo.jpg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 1]), DAMAGED],
      ['a PNG that is too wide', 'logo.png', png(4001, 1), tooLarge('4001 × 1')],
      ['a JPEG that is too high', 'logo.jpeg', jpeg(10, 5000), tooLarge('10 × 5000')],
    ])('is not %s', async (_, name, bytes, message) => {
      expect(answerOf(await upload(name, bytes))).toEqual({ status: 406, message })
      expect(await db().$count(organisationLogos)).toBe(0)
      expect(await logged()).toEqual([])
    })

    test('has the name of an image, at most a megabyte, and something in it', async () => {
      const types = 'Only these file types are supported: .png, .jpg, .jpeg'
      expect(answerOf(await upload('logo.svg', png(8)))).toMatchObject({ message: types })
      expect(answerOf(await upload('logo.png', new Uint8Array(1024 * 1024 + 1)))).toMatchObject({
        message: 'The file is too large (maximum 1 MB)',
      })
      expect(answerOf(await upload('logo.png', ''))).toMatchObject({ message: 'The file is empty' })
      expect(answerOf(await server().call('uploadLogo', { token }))).toMatchObject({ message: 'Choose an image.' })
      expect(answerOf(await upload('LOGO.PNG', png(4000, 1)))).toMatchObject({ status: 200 })
      const transparent = packedPng(deflateSync(Buffer.alloc(8 * 33)))
      expect(answerOf(await upload('logo.png', transparent))).toMatchObject({ status: 200 })
    })
  })
})

function tooLarge(size: string): string {
  return `The image has ${size} pixels, and at most 4000 × 4000 are allowed. Make it smaller and retry.`
}
