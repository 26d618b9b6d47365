import { Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import { callOf } from '#contract/call.ts'
import { getAdminFeeHistory, getSchoolBillingProfile, saveSchoolBillingProfile } from '#contract/schools.ts'
import { ANNEX_STUDENTS } from '#domain/billing/invoice.ts'
import { annexStudentsNames } from '#domain/organization-form.ts'
import {
  type SchoolBilling,
  schoolBillingContentSchema,
  schoolBillingSchema,
  schoolMessages,
} from '#domain/school-form.ts'
import { formatDate } from '#domain/time.ts'
import type { EditedRecord } from '#machines/common/record-page.ts'
import { defineDetailsTable, useDetailsDialog } from '#screens/details/define-details.tsx'
import classes from '#screens/form/form-grid.module.css'
import type { RecordFields, RecordFormDefinition } from '#screens/form/record-page.tsx'
import { useTomorrow } from '#screens/use-tomorrow.ts'
import { CodeSelect } from '#ui/code-select/code-select.tsx'
import { numberColumn } from '#ui/data-table/data-table.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconHistory } from '#ui/icons/history.ts'
import { IconPencil } from '#ui/icons/pencil.ts'

/** The option for a school without a choice of its own. */
const AS_ORGANIZATION = 'organization'

const annexChoices = [
  { code: AS_ORGANIZATION, label: 'As the organization' },
  ...ANNEX_STUDENTS.map((code) => ({ code, label: annexStudentsNames[code] })),
] as const

const percent = (fee: string | null) => (fee === null ? '' : `${fee}%`)

const feeHistory = defineDetailsTable({
  read: callOf(getAdminFeeHistory, (schoolId: number) => ({ query: { schoolId } })),
  titleOf: () => 'Admin Fee History',
  ariaLabel: 'Admin Fee History',
  columns: [
    numberColumn('Sr. No.'),
    { key: 'new', title: 'New Admin Fee', render: ({ newAdminFee }) => percent(newAdminFee) },
    { key: 'old', title: 'Old Admin Fee', render: ({ oldAdminFee }) => percent(oldAdminFee) },
    { key: 'date', title: 'Effective Date', render: ({ effectiveDate }) => formatDate(effectiveDate) },
  ],
  keyOf: ({ id }) => id,
  emptyText: schoolMessages.noFees,
})

interface BillingMore {
  readonly schoolId: number
  /** A fee is stored, so a change can only be planned. */
  readonly isFeeLocked: boolean
}

const BillingFields = ({ form, errorOf, isBusy, more }: RecordFields<SchoolBilling, BillingMore>) => {
  const history = useDetailsDialog(feeHistory)
  const tomorrow = useTomorrow()
  const { adminFeeApplied, isAdminFeeChanged, adminFeeEffectiveDate, furtureAdminFee, annexStudents } = form.values
  const planned =
    more.isFeeLocked && !isAdminFeeChanged && adminFeeEffectiveDate !== ''
      ? `${percent(furtureAdminFee)} from ${formatDate(adminFeeEffectiveDate)} on`
      : undefined
  return (
    <>
      <TextInput
        label="Billing Email"
        required
        readOnly={isBusy}
        autoComplete="off"
        {...form.getInputProps('billingEmail')}
        error={errorOf('billingEmail')}
      />
      <Textarea
        label="Billing Note"
        autosize
        minRows={2}
        readOnly={isBusy}
        {...form.getInputProps('billingNote')}
        error={errorOf('billingNote')}
      />
      <CodeSelect
        label="Students on invoice annexes"
        options={annexChoices}
        value={annexStudents ?? AS_ORGANIZATION}
        onChange={(code) => form.setFieldValue('annexStudents', code === AS_ORGANIZATION ? null : code)}
        disabled={isBusy}
        error={errorOf('annexStudents')}
      />
      <Checkbox
        label="Admin fee applied"
        disabled={isBusy}
        {...form.getInputProps('adminFeeApplied', { type: 'checkbox' })}
      />
      <Group gap="xs" align="end" wrap="nowrap" className={classes.locked}>
        <TextInput
          label="Admin Fee (percent)"
          required={adminFeeApplied}
          inputMode="decimal"
          disabled={!adminFeeApplied || more.isFeeLocked}
          readOnly={isBusy}
          autoComplete="off"
          description={planned}
          {...form.getInputProps('adminFee')}
          error={errorOf('adminFee')}
        />
        {more.isFeeLocked && (
          <IconAction
            icon={IconPencil}
            label="Change the admin fee"
            size={36}
            disabled={isBusy || !adminFeeApplied}
            onClick={() => form.setFieldValue('isAdminFeeChanged', !isAdminFeeChanged)}
          />
        )}
        <IconAction
          icon={IconHistory}
          label="Admin fee history"
          size={36}
          onClick={() => history.open(more.schoolId)}
        />
      </Group>
      {isAdminFeeChanged && (
        <div className={classes.fields}>
          <DateField
            label="Effective Date"
            required
            disabled={isBusy}
            minDate={tomorrow}
            value={adminFeeEffectiveDate}
            onChange={(date) => form.setFieldValue('adminFeeEffectiveDate', date)}
            error={errorOf('adminFeeEffectiveDate')}
          />
          <TextInput
            label="New Admin Fee (percent)"
            required
            inputMode="decimal"
            readOnly={isBusy}
            autoComplete="off"
            {...form.getInputProps('furtureAdminFee')}
            error={errorOf('furtureAdminFee')}
          />
        </div>
      )}
      {history.dialog}
    </>
  )
}

export const billingForm: RecordFormDefinition<SchoolBilling, BillingMore> = {
  noun: 'school billing',
  follows: ['schools'],
  read: callOf(
    getSchoolBillingProfile,
    (schoolId: number) => ({ query: { schoolId } }),
    ({ entityCacheKey, isFeeLocked, ...values }, schoolId) => ({
      values,
      version: entityCacheKey,
      more: { schoolId, isFeeLocked },
    }),
  ),
  edit: callOf(saveSchoolBillingProfile, ({ values, id: schoolId, entityCacheKey }: EditedRecord<SchoolBilling>) => ({
    body: { ...values, schoolId, entityCacheKey },
  })),
  content: schoolBillingContentSchema,
  // The server checks the date against its own clock.
  schema: () => schoolBillingSchema(),
  done: { add: schoolMessages.billingSaved, edit: schoolMessages.billingSaved },
  saveLabel: 'Save & Next',
  fields: BillingFields,
}
