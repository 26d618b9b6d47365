import { Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { callOf } from '#contract/call.ts'
import { getOrganization, saveOrganization } from '#contract/organization.ts'
import { ANNEX_STUDENTS, CORRECTED_INVOICES } from '#domain/billing/invoice.ts'
import { fillInvoiceMail, INVOICE_MAIL_PLACEHOLDERS } from '#domain/billing/invoice-mail.ts'
import { formatMoney } from '#domain/money.ts'
import {
  annexStudentsNames,
  correctedInvoicesNames,
  currencyName,
  knownCurrencies,
  localeName,
  MONEY_LOCALES,
  type OrganizationSettings,
  organizationContentSchema,
  organizationMessages,
  organizationSchema,
  REMINDER_TIMES,
} from '#domain/organization-form.ts'
import { formatTime } from '#domain/time.ts'
import type { EditedRecord } from '#machines/common/record-page.ts'
import classes from '#screens/form/form-grid.module.css'
import { FormSection } from '#screens/form/form-section.tsx'
import { recordFields } from '#screens/form/record-fields.tsx'
import type { RecordFields, RecordFormDefinition } from '#screens/form/record-page.tsx'
import { CodeSelect } from '#ui/code-select/code-select.tsx'

interface SettingsMore {
  readonly isCurrencyFixed: boolean
}
type Fields = RecordFields<OrganizationSettings, SettingsMore>

const SAMPLE_AMOUNT = '1234.50'

const annexChoices = ANNEX_STUDENTS.map((code) => ({ code, label: annexStudentsNames[code] }))
const correctedChoices = CORRECTED_INVOICES.map((code) => ({ code, label: correctedInvoicesNames[code] }))
const reminderChoices = REMINDER_TIMES.map((code) => ({ code, label: formatTime(code) }))
const localeChoices = MONEY_LOCALES.map((code) => ({ code, label: localeName(code) }))

/** @param chosen the stored one, which this browser may not know */
const currencyChoices = (chosen: string) =>
  [...new Set([...knownCurrencies(), chosen])].toSorted().map((code) => ({ code, label: currencyName(code) }))

const OrganizationFields = recordFields<OrganizationSettings>([
  { name: 'name', label: 'Name' },
  { name: 'address', label: 'Address', kind: 'longText', isRequired: false },
])
const ContactFields = recordFields<OrganizationSettings>([
  { name: 'phone', label: 'Phone', isRequired: false },
  { name: 'email', label: 'Email', isRequired: false },
])
const SchoolYearFields = recordFields<OrganizationSettings>([
  { name: 'schoolYearEndsOn', label: 'Last Day of School', kind: 'date', isRequired: false },
])

const sampleOf = ({ currency, locale }: OrganizationSettings): string | undefined => {
  const isKnown = /^[A-Z]{3}$/.test(currency)
  return isKnown ? formatMoney(SAMPLE_AMOUNT, { currency, locale }) : undefined
}

const MoneyFields = ({ form, errorOf, isBusy, more }: Fields) => {
  const { currency, locale } = form.values
  return (
    <div className={classes.fields}>
      <CodeSelect
        label="Currency"
        description={
          more.isCurrencyFixed ? organizationMessages.currencyFixed : organizationMessages.currencyWillBeFixed
        }
        required
        searchable
        options={currencyChoices(currency)}
        value={currency}
        onChange={(code) => form.setFieldValue('currency', code)}
        disabled={isBusy}
        readOnly={more.isCurrencyFixed}
        {...(more.isCurrencyFixed && { variant: 'filled' })}
        error={errorOf('currency')}
      />
      <CodeSelect
        label="Amounts Written As In"
        description={`Such as ${sampleOf(form.values)}. Other users see a change within minutes.`}
        required
        searchable
        options={localeChoices}
        value={locale}
        onChange={(code) => form.setFieldValue('locale', code)}
        disabled={isBusy}
        error={errorOf('locale')}
      />
    </div>
  )
}

const InvoiceFields = (fields: Fields) => {
  const { form, errorOf, isBusy } = fields
  return (
    <>
      <Textarea
        label="Remit To"
        description="Where payments go. Leave it empty for the address above."
        autosize
        minRows={2}
        readOnly={isBusy}
        {...form.getInputProps('remitTo')}
        error={errorOf('remitTo')}
      />
      <div className={classes.fields}>
        <TextInput
          label="Payment Terms (days)"
          description="Days until an invoice is due; 0 for due on receipt."
          required
          inputMode="numeric"
          autoComplete="off"
          readOnly={isBusy}
          {...form.getInputProps('paymentTerms')}
          error={errorOf('paymentTerms')}
        />
        <TextInput
          label="Invoice Number's Prefix"
          description={`The next invoices are numbered like ${form.values.invoicePrefix}00042.`}
          autoComplete="off"
          readOnly={isBusy}
          {...form.getInputProps('invoicePrefix')}
          error={errorOf('invoicePrefix')}
        />
      </div>
      <MoneyFields {...fields} />
      <CodeSelect
        label="Students on Annexes"
        description="How the annex of an invoice names students. A school's billing details can say otherwise."
        required
        options={annexChoices}
        value={form.values.annexStudents}
        onChange={(code) => form.setFieldValue('annexStudents', code)}
        disabled={isBusy}
        error={errorOf('annexStudents')}
      />
      <CodeSelect
        label="After a Correction"
        description="What the school gets for an invoice with a day that was corrected. If nothing is left to bill, it is always a credit note."
        required
        options={correctedChoices}
        value={form.values.correctedInvoices}
        onChange={(code) => form.setFieldValue('correctedInvoices', code)}
        disabled={isBusy}
        error={errorOf('correctedInvoices')}
      />
    </>
  )
}

/** The email of an invoice that doesn't exist. */
const exampleMail = (settings: OrganizationSettings): string =>
  fillInvoiceMail(settings.invoiceMail, {
    number: `${settings.invoicePrefix}00042`,
    school: 'Lincoln Elementary School',
    period: '11/01/2026 to 11/15/2026',
    total: sampleOf(settings) ?? SAMPLE_AMOUNT,
    due: '12/20/2026',
    organization: settings.name,
  })

const MailFields = ({ form, errorOf, isBusy }: Fields) => (
  <>
    <Textarea
      label="Email's Text"
      description={`Filled in for each invoice: ${INVOICE_MAIL_PLACEHOLDERS.map((place) => `{${place}}`).join(', ')}.`}
      required
      autosize
      minRows={6}
      readOnly={isBusy}
      {...form.getInputProps('invoiceMail')}
      error={errorOf('invoiceMail')}
    />
    <Stack gap={4} component="section" aria-label="Example of the email">
      <Text size="sm" fw={500}>
        Example
      </Text>
      <Paper withBorder p="sm">
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {exampleMail(form.values)}
        </Text>
      </Paper>
    </Stack>
  </>
)

const SignerFields = recordFields<OrganizationSettings>([
  { name: 'letterSigner', label: 'Signed By', kind: 'text' },
  { name: 'letterSignerTitle', label: "Signer's Title", kind: 'text' },
])

const ReminderSwitch = recordFields<OrganizationSettings>([
  { name: 'remindsOfHours', label: 'Remind providers of hours that they have not confirmed', kind: 'checkbox' },
])

const ReminderFields = (fields: Fields) => {
  const { form, errorOf, isBusy } = fields
  return (
    <>
      <ReminderSwitch {...fields} />
      <Text size="sm" c="dimmed">
        Every working day until the hours are confirmed. After the third reminder of a day, administrators are notified,
        too.
      </Text>
      {form.values.remindsOfHours && (
        <div className={classes.fields}>
          <TextInput
            label="Remind After (days)"
            description="1 for the day after the hours."
            required
            inputMode="numeric"
            autoComplete="off"
            readOnly={isBusy}
            {...form.getInputProps('reminderDays')}
            error={errorOf('reminderDays')}
          />
          <CodeSelect
            label="Remind At"
            description="In the time zone of the organization."
            required
            options={reminderChoices}
            value={form.values.reminderTime}
            onChange={(time) => form.setFieldValue('reminderTime', time)}
            disabled={isBusy}
            error={errorOf('reminderTime')}
          />
        </div>
      )}
    </>
  )
}

const ApprovalSwitch = recordFields<OrganizationSettings>([
  {
    name: 'providersChangesWait',
    label: "Providers' Update All, Delete and Delete Series wait for an administrator's approval",
    kind: 'checkbox',
  },
])

const SettingsFields = (fields: Fields) => (
  <Stack gap="lg">
    <FormSection title="Organization">
      <OrganizationFields {...fields} />
      <div className={classes.fields}>
        <ContactFields {...fields} />
      </div>
    </FormSection>
    <FormSection title="Invoices">
      <InvoiceFields {...fields} />
    </FormSection>
    <FormSection title="Email of Invoices">
      <MailFields {...fields} />
    </FormSection>
    <FormSection title="Letters">
      <Text size="sm" c="dimmed">
        Who signs the letters that are generated from templates.
      </Text>
      <div className={classes.fields}>
        <SignerFields {...fields} />
      </div>
    </FormSection>
    <FormSection title="School Year">
      <Text size="sm" c="dimmed">
        Users are warned before they plan sessions after this day.
      </Text>
      <div className={classes.fields}>
        <SchoolYearFields {...fields} />
      </div>
    </FormSection>
    <FormSection title="Approval of Changes">
      <ApprovalSwitch {...fields} />
      <Text size="sm" c="dimmed">
        Changes to a single session always wait. Otherwise the rest applies at once, and administrators can undo it.
      </Text>
    </FormSection>
    <FormSection title="Reminders">
      <ReminderFields {...fields} />
    </FormSection>
  </Stack>
)

export const settingsForm: RecordFormDefinition<OrganizationSettings, SettingsMore> = {
  noun: 'settings',
  follows: ['organization'],
  read: callOf(
    getOrganization,
    () => ({}),
    ({ entityCacheKey, isCurrencyFixed, ...settings }) => ({
      values: organizationContentSchema.parse({
        ...settings,
        paymentTerms: String(settings.paymentTerms),
        reminderDays: String(settings.reminderDays),
      }),
      version: entityCacheKey,
      more: { isCurrencyFixed },
    }),
  ),
  edit: callOf(saveOrganization, ({ values, entityCacheKey }: EditedRecord<OrganizationSettings>) => ({
    body: {
      ...values,
      paymentTerms: Number(values.paymentTerms),
      reminderDays: Number(values.reminderDays),
      entityCacheKey,
    },
  })),
  content: organizationContentSchema,
  schema: () => organizationSchema,
  done: { add: organizationMessages.saved, edit: organizationMessages.saved },
  fields: SettingsFields,
}
