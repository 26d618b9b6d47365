import { describe, expect, test } from 'vitest'
import { DEFAULT_INVOICE_MAIL } from './billing/invoice-mail.ts'
import {
  currencyName,
  localeName,
  MONEY_LOCALES,
  type OrganizationSettings,
  organizationSchema,
  settingInWords,
} from './organization-form.ts'

const SETTINGS: OrganizationSettings = {
  name: 'Test District',
  address: '',
  phone: '',
  email: '',
  remitTo: '',
  paymentTerms: '30',
  currency: 'USD',
  locale: 'en-US',
  invoicePrefix: 'INV-',
  annexStudents: 'initials',
  correctedInvoices: 'replace',
  invoiceMail: DEFAULT_INVOICE_MAIL,
  letterSigner: 'Dana Whitfield',
  letterSignerTitle: 'Director',
  schoolYearEndsOn: '',
  remindsOfHours: true,
  reminderTime: '09:00',
  reminderDays: '1',
  providersChangesWait: false,
}

const parse = (change: Partial<OrganizationSettings>) => organizationSchema.safeParse({ ...SETTINGS, ...change })
const messages = (change: Partial<OrganizationSettings>) =>
  parse(change).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

test('accepts what a new organization has', () => {
  expect(parse({}).data).toEqual(SETTINGS)
})

describe('the settings of an organization', () => {
  test.each<[Partial<OrganizationSettings>, string]>([
    [{ name: ' ' }, 'Organization Name Is Required.'],
    [{ name: 'x'.repeat(251) }, 'Maximum of 250 characters allowed'],
    [{ address: '1\n2\n3\n4\n5\n6\n7' }, 'Maximum of 6 lines allowed'],
    [{ remitTo: `P.O. Box\n${'x'.repeat(101)}` }, 'Maximum of 100 characters allowed in a line'],
    [{ phone: 'call us' }, 'Enter Valid Phone Number'],
    [{ email: 'billing' }, 'Invalid email id.'],
    [{ paymentTerms: '' }, 'Enter a whole number of days from 0 to 365.'],
    [{ paymentTerms: '1.5' }, 'Enter a whole number of days from 0 to 365.'],
    [{ paymentTerms: '-1' }, 'Enter a whole number of days from 0 to 365.'],
    [{ paymentTerms: '366' }, 'Enter a whole number of days from 0 to 365.'],
    [{ currency: '' }, 'Choose a currency.'],
    [{ currency: 'usd' }, 'Choose a currency.'],
    [{ locale: 'tlh' }, 'Choose how amounts are written.'],
    [{ invoicePrefix: 'INV 20' }, 'Use only letters, digits, and the characters - / _ .'],
    [{ invoicePrefix: 'x'.repeat(21) }, 'Maximum of 20 characters allowed'],
    [{ invoiceMail: ' \n' }, "Email's Text Is Required."],
    [{ invoiceMail: 'x'.repeat(4001) }, 'Maximum of 4000 characters allowed'],
    [
      { invoiceMail: 'Pay {amount} for {school} by {day}, {amount}' },
      'Nothing can be filled in for {amount} and {day}. Use only {number}, {school}, {period}, {total}, {due} and {organization}.',
    ],
    [{ reminderDays: '0' }, 'Enter a whole number of days from 1 to 30.'],
    [{ reminderTime: '09:30' }, 'Choose a full hour.'],
    [{ schoolYearEndsOn: '2027-02-30' }, 'Enter Valid Date'],
  ])('refuse %o', (change, message) => {
    expect(messages(change)).toEqual([[Object.keys(change)[0], message]])
  })

  test.each<Partial<OrganizationSettings>>([
    { name: 'x'.repeat(250) },
    { address: Array.from({ length: 6 }, () => 'x'.repeat(100)).join('\n') },
    { phone: '(217) 555-0142' },
    { email: 'billing@district.example' },
    { paymentTerms: '0' },
    { paymentTerms: '365' },
    { invoicePrefix: '' },
    { invoicePrefix: 'A/b_2026.1-' },
    { invoiceMail: `{total}${'x'.repeat(3993)}` },
    { schoolYearEndsOn: '2027-06-18' },
  ])('accept %o', (change) => {
    expect(parse(change).data).toEqual({ ...SETTINGS, ...change })
  })

  test('lose the spaces around lines and the line breaks of other systems', () => {
    expect(parse({ address: ' 1 Main St  \r\nSuite 2\r\rSpringfield \n\n', name: ' North ' }).data).toMatchObject({
      address: '1 Main St\nSuite 2\n\nSpringfield',
      name: 'North',
    })
  })

  test('read as people say them', () => {
    const said = (Object.keys(SETTINGS) as (keyof OrganizationSettings)[]).map((name) =>
      settingInWords({ ...SETTINGS, schoolYearEndsOn: '2027-06-18' }, name),
    )
    expect(said).toEqual([
      'Test District',
      '',
      '',
      '',
      '',
      'Net 30',
      'USD · US Dollar',
      'English (United States)',
      'INV-',
      'Initials',
      'A new invoice replaces it',
      DEFAULT_INVOICE_MAIL,
      'Dana Whitfield',
      'Director',
      '06/18/2027',
      'On',
      '9:00 AM',
      '1 day',
      'Off',
    ])
    expect(settingInWords({ ...SETTINGS, paymentTerms: '0' }, 'paymentTerms')).toBe('Due on receipt')
    expect(settingInWords(SETTINGS, 'schoolYearEndsOn')).toBe('')
  })
})

test('the locales are in the order of their names, each with a name of its own', () => {
  const names = MONEY_LOCALES.map(localeName)
  expect(names).toEqual([...new Set(names)].toSorted())
})

test('a currency without a known name is called by its code', () => {
  expect(currencyName('QQQ')).toBe('QQQ · QQQ')
})
