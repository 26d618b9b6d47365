/** The organization's settings: fields, rules and messages. */
import { z } from 'zod'
import {
  ANNEX_STUDENTS,
  type AnnexStudents,
  CORRECTED_INVOICES,
  type CorrectedInvoices,
  termsInWords,
} from './billing/invoice.ts'
import { INVOICE_MAIL_PLACEHOLDERS, unknownPlaceholders } from './billing/invoice-mail.ts'
import { dateOrBlank, phone } from './form-fields.ts'
import { plainLines, plainText, requiredText, tooLong } from './text-rules.ts'
import { formatDate, formatTime, type LocalTime, localTimeSchema, timeOfMinutes } from './time.ts'
import { counted, inWords } from './words.ts'

export const organizationMessages = {
  saved: 'Settings have been saved successfully',
  logoSaved: 'Logo has been uploaded successfully',
  logoRemoved: 'Logo has been removed successfully',
  logoRemoval: 'Are you sure you want to remove the logo?',
  noLogo: 'There is no logo.',
  noChanges: 'No Data Found',
  currency: 'Choose a currency.',
  currencyWillBeFixed: 'It cannot change once an invoice has been issued.',
  currencyFixed: 'The currency cannot change, because half-months have been locked, exported or invoiced in it.',
  locale: 'Choose how amounts are written.',
  reminderDays: 'Enter a whole number of days from 1 to 30.',
  terms: 'Enter a whole number of days from 0 to 365.',
  prefix: 'Use only letters, digits, and the characters - / _ .',
} as const

export const MAX_TERMS = 365
export const MAX_REMINDER_DAYS = 30

/** Every full hour. */
export const REMINDER_TIMES: readonly LocalTime[] = Array.from({ length: 24 }, (_, hour) => timeOfMinutes(hour * 60))

const MAX_LINES = 6
const MAX_LINE = 100

/** The most pixels that the logo may have, in width and in height. */
export const MAX_LOGO_PIXELS = 4000

/** The most room that the logo gets on an invoice, in points (1/72 inch). */
export const LOGO_ROOM = { width: 180, height: 54 } as const

/** The locales in which amounts can be written: those of Latin script, which the fonts of the documents have. */
export const MONEY_LOCALES = [
  'da-DK',
  'nl-NL',
  'en-AU',
  'en-CA',
  'en-IE',
  'en-NZ',
  'en-GB',
  'en-US',
  'fr-CA',
  'fr-FR',
  'fr-CH',
  'de-AT',
  'de-DE',
  'de-CH',
  'it-IT',
  'nb-NO',
  'pt-BR',
  'pt-PT',
  'es-MX',
  'es-PR',
  'es-ES',
  'es-US',
  'sv-SE',
] as const
type MoneyLocale = (typeof MONEY_LOCALES)[number]

const isMoneyLocale = (text: string): text is MoneyLocale => MONEY_LOCALES.some((locale) => locale === text)

/** 'French (Canada)' */
export const localeName = (locale: string): string =>
  new Intl.DisplayNames('en-US', { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale

/** ISO 4217 codes, as far as this browser or server knows them. */
export const knownCurrencies = (): readonly string[] => Intl.supportedValuesOf('currency')

/** 'USD · US Dollar' */
export const currencyName = (code: string): string =>
  `${code} · ${new Intl.DisplayNames('en-US', { type: 'currency' }).of(code) ?? code}`

export const annexStudentsNames: Record<AnnexStudents, string> = { initials: 'Initials', names: 'Names' }

export const correctedInvoicesNames: Record<CorrectedInvoices, string> = {
  replace: 'A new invoice replaces it',
  credit: 'A credit note, then a new invoice',
}

const withLineBreaks = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()

/** What invoices print line by line. */
const printedLines = plainLines()
  .overwrite(withLineBreaks)
  .refine((text) => text.split('\n').length <= MAX_LINES, `Maximum of ${MAX_LINES} lines allowed`)
  .refine(
    (text) => text.split('\n').every((line) => line.length <= MAX_LINE),
    `Maximum of ${MAX_LINE} characters allowed in a line`,
  )

const inBraces = (places: readonly string[]) => inWords(places.map((place) => `{${place}}`))

const mailText = plainLines()
  .overwrite(withLineBreaks)
  .min(1, "Email's Text Is Required.")
  .max(4000, tooLong(4000))
  .superRefine((text, context) => {
    const unknown = [...new Set(unknownPlaceholders(text))]
    if (unknown.length === 0) return
    context.addIssue({
      code: 'custom',
      message: `Nothing can be filled in for ${inBraces(unknown)}. Use only ${inBraces(INVOICE_MAIL_PLACEHOLDERS)}.`,
    })
  })

/** The form's values, valid or not. */
export const organizationContentSchema = z.object({
  name: z.string(),
  /** Several lines, as all addresses here. */
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  /** '' for the address. */
  remitTo: z.string(),
  /** Days until an invoice is due. */
  paymentTerms: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  /** BCP 47; how amounts are written. */
  locale: z.string(),
  invoicePrefix: z.string(),
  annexStudents: z.enum(ANNEX_STUDENTS),
  /** What becomes of an invoice when a day that it bills is corrected. */
  correctedInvoices: z.enum(CORRECTED_INVOICES),
  invoiceMail: z.string(),
  /** Who signs letters, and as what. */
  letterSigner: z.string(),
  letterSignerTitle: z.string(),
  /** '' for none. */
  schoolYearEndsOn: z.string(),
  /** Whether providers are reminded of hours that they have not confirmed. */
  remindsOfHours: z.boolean(),
  /** HH:mm, in the organization's time. */
  reminderTime: z.string(),
  /** How many days after the day of the hours. */
  reminderDays: z.string(),
  /** Whether an administrator approves providers' changes and deletions of whole sessions first. */
  providersChangesWait: z.boolean(),
})
export type OrganizationSettings = z.infer<typeof organizationContentSchema>

export const organizationSchema = organizationContentSchema.extend({
  name: requiredText('Organization Name Is Required.', 250),
  address: printedLines,
  phone: phone('Enter Valid Phone Number'),
  email: plainText()
    .trim()
    .max(320, tooLong(320))
    .refine((text) => text === '' || z.email().safeParse(text).success, 'Invalid email id.'),
  remitTo: printedLines,
  paymentTerms: plainText()
    .trim()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) <= MAX_TERMS, organizationMessages.terms),
  // The server checks that it exists: browsers know different ones.
  currency: z.string().regex(/^[A-Z]{3}$/, organizationMessages.currency),
  locale: z.string().refine(isMoneyLocale, organizationMessages.locale),
  invoicePrefix: plainText()
    .trim()
    .max(20, tooLong(20))
    .regex(/^[\w./-]*$/, organizationMessages.prefix),
  invoiceMail: mailText,
  letterSigner: plainText().trim().max(200, tooLong(200)),
  letterSignerTitle: plainText().trim().max(200, tooLong(200)),
  schoolYearEndsOn: dateOrBlank,
  reminderTime: localTimeSchema.refine((time) => REMINDER_TIMES.includes(time), 'Choose a full hour.'),
  reminderDays: plainText()
    .trim()
    .refine(
      (text) => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_REMINDER_DAYS,
      organizationMessages.reminderDays,
    ),
})

/** What the log of changes calls the fields. */
export const settingNames = {
  name: 'Name',
  address: 'Address',
  phone: 'Phone',
  email: 'Email',
  remitTo: 'Remit To',
  paymentTerms: 'Payment Terms',
  currency: 'Currency',
  locale: 'Amounts Written As In',
  invoicePrefix: "Invoice Number's Prefix",
  annexStudents: 'Students on Annexes',
  correctedInvoices: 'After a Correction',
  invoiceMail: "Email's Text",
  letterSigner: 'Letters Signed By',
  letterSignerTitle: "Signer's Title",
  schoolYearEndsOn: "School Year's End",
  remindsOfHours: 'Reminders of Hours',
  reminderTime: 'Time of Reminders',
  reminderDays: 'Days Until Reminders',
  providersChangesWait: 'Approval of Series Changes and Deletions',
  logo: 'Logo',
  requiredDocuments: 'Required Documents',
  documentTypes: 'Document Types',
  trackingLabels: 'Tracking Labels',
} as const satisfies Record<
  keyof OrganizationSettings | 'logo' | 'requiredDocuments' | 'documentTypes' | 'trackingLabels',
  string
>
export type SettingName = keyof typeof settingNames

/** The value of a setting as the log of changes shows it. */
export const settingInWords = (settings: OrganizationSettings, name: keyof OrganizationSettings): string => {
  switch (name) {
    case 'paymentTerms':
      return termsInWords(Number(settings.paymentTerms))
    case 'currency':
      return currencyName(settings.currency)
    case 'locale':
      return localeName(settings.locale)
    case 'annexStudents':
      return annexStudentsNames[settings.annexStudents]
    case 'correctedInvoices':
      return correctedInvoicesNames[settings.correctedInvoices]
    case 'schoolYearEndsOn':
      return settings.schoolYearEndsOn === '' ? '' : formatDate(settings.schoolYearEndsOn)
    case 'remindsOfHours':
    case 'providersChangesWait':
      return settings[name] ? 'On' : 'Off'
    case 'reminderTime':
      return formatTime(settings.reminderTime)
    case 'reminderDays':
      return counted(Number(settings.reminderDays), 'day')
    default:
      return settings[name]
  }
}
