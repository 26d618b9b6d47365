import { Button, Checkbox, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { callOf } from '#contract/call.ts'
import { getAdminFeeHistory, getSchoolBillingProfile, saveSchoolBillingProfile } from '#contract/schools.ts'
import { ANNEX_STUDENTS } from '#domain/billing/invoice.ts'
import { requiredDate } from '#domain/billing/lock-out.ts'
import { checkFields } from '#domain/form-fields.ts'
import { annexStudentsNames } from '#domain/organization-form.ts'
import {
  feeDaysAsked,
  type SchoolBilling,
  schoolBillingContentSchema,
  schoolBillingSchema,
  schoolMessages,
} from '#domain/school-form.ts'
import { addDays, formatDate, type LocalDate } from '#domain/time.ts'
import type { EditedRecord } from '#machines/common/record-page.ts'
import { defineDetailsTable, useDetailsDialog } from '#screens/details/define-details.tsx'
import classes from '#screens/form/form-grid.module.css'
import { orEnded } from '#screens/form/rate-cells.tsx'
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
    { key: 'new', title: 'New Admin Fee', render: ({ newAdminFee }) => orEnded(percent(newAdminFee)) },
    { key: 'old', title: 'Old Admin Fee', render: ({ oldAdminFee }) => percent(oldAdminFee) },
    { key: 'date', title: 'Effective Date', render: ({ effectiveDate }) => formatDate(effectiveDate) },
  ],
  keyOf: ({ id, effectiveDate }) => `${id} ${effectiveDate}`,
  emptyText: schoolMessages.noFees,
})

interface BillingMore {
  readonly schoolId: number
  /** A fee is stored, so a change can only be planned. */
  readonly isFeeLocked: boolean
  /** Nothing locked was charged the stored fee. */
  readonly isFeeCorrectable: boolean
  /** The day after the last locked one; '' for none. */
  readonly feeEarliest: LocalDate | ''
  /** Proposals for a first day and a last day. */
  readonly feeFrom: LocalDate | ''
  readonly feeLastDay: LocalDate | ''
  /** A fee that is planned; '' for none. */
  readonly planned: Pick<SchoolBilling, 'furtureAdminFee' | 'adminFeeEffectiveDate'>
}

/** What is stored, and what is planned. */
const feeInWords = (
  { adminFeeFrom, isAdminFeeChanged, adminFeeEffectiveDate, furtureAdminFee }: SchoolBilling,
  { isFeeLocked }: BillingMore,
): string | undefined => {
  if (!isFeeLocked || adminFeeFrom === '') return undefined
  const since = `In force from ${formatDate(adminFeeFrom)}`
  if (isAdminFeeChanged || adminFeeEffectiveDate === '') return since
  return `${since}, ${percent(furtureAdminFee)} from ${formatDate(adminFeeEffectiveDate)} on`
}

/** The planned fee, if saving takes it away. */
const removedFee = (
  { adminFeeApplied, adminFeeLastDay, isAdminFeeChanged, ...fee }: SchoolBilling,
  { planned }: BillingMore,
): string | undefined => {
  const { furtureAdminFee, adminFeeEffectiveDate: from } = planned
  if (from === '') return undefined
  const isReplaced =
    isAdminFeeChanged && (fee.furtureAdminFee !== furtureAdminFee || fee.adminFeeEffectiveDate !== from)
  const isEnded = !adminFeeApplied && adminFeeLastDay < from
  return isReplaced || isEnded ? `${percent(furtureAdminFee)} from ${formatDate(from)} is removed.` : undefined
}

const BillingFields = ({ form, errorOf, isBusy, more }: RecordFields<SchoolBilling, BillingMore>) => {
  const history = useDetailsDialog(feeHistory)
  const tomorrow = useTomorrow()
  const { values } = form
  const { adminFeeApplied, isAdminFeeChanged, isAdminFeeCorrected, adminFeeEffectiveDate, annexStudents } = values
  const asks = feeDaysAsked(values, more.isFeeLocked)
  const removed = removedFee(values, more)
  const earliest = more.feeEarliest === '' ? {} : { minDate: more.feeEarliest }
  // The first day of what is stored, which is not to be read as a day that was typed.
  const [storedFee] = useState({ adminFee: values.adminFee, adminFeeFrom: values.adminFeeFrom })
  const correct = () =>
    form.setValues({ isAdminFeeCorrected: !isAdminFeeCorrected, ...(isAdminFeeCorrected && storedFee) })
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
        onChange={({ currentTarget: { checked } }) =>
          form.setValues({ adminFeeApplied: checked, adminFeeLastDay: checked ? '' : more.feeLastDay })
        }
      />
      <Group gap="xs" align="end" wrap="nowrap" className={classes.locked}>
        <TextInput
          label="Admin Fee (percent)"
          required={adminFeeApplied}
          inputMode="decimal"
          disabled={!adminFeeApplied || (more.isFeeLocked && !isAdminFeeCorrected)}
          readOnly={isBusy}
          autoComplete="off"
          description={isAdminFeeCorrected ? undefined : feeInWords(values, more)}
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
        {more.isFeeCorrectable && (
          <Button
            variant="default"
            disabled={isBusy || !adminFeeApplied}
            aria-pressed={isAdminFeeCorrected}
            onClick={correct}
          >
            Correct
          </Button>
        )}
        <IconAction
          icon={IconHistory}
          label="Admin fee history"
          size={36}
          onClick={() => history.open(more.schoolId)}
        />
      </Group>
      {asks.from && (
        <DateField
          label="In force from"
          required
          disabled={isBusy}
          {...earliest}
          description="The first day that is charged the admin fee"
          value={values.adminFeeFrom}
          onChange={(date) => form.setFieldValue('adminFeeFrom', date)}
          error={errorOf('adminFeeFrom')}
        />
      )}
      {asks.lastDay && (
        <DateField
          label="Ends"
          required
          disabled={isBusy}
          {...(more.feeEarliest !== '' && { minDate: addDays(more.feeEarliest, -1) })}
          description="The last day that is charged the admin fee"
          value={values.adminFeeLastDay}
          onChange={(date) => form.setFieldValue('adminFeeLastDay', date)}
          error={errorOf('adminFeeLastDay')}
        />
      )}
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
      {removed !== undefined && (
        <Text size="sm" role="status">
          {removed}
        </Text>
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
    ({ entityCacheKey, isFeeLocked, isFeeCorrectable, feeEarliest, feeFrom, feeLastDay, ...values }, schoolId) => ({
      values,
      version: entityCacheKey,
      more: {
        ...{ schoolId, isFeeLocked, isFeeCorrectable, feeEarliest, feeFrom, feeLastDay },
        planned: { furtureAdminFee: values.furtureAdminFee, adminFeeEffectiveDate: values.adminFeeEffectiveDate },
      },
    }),
  ),
  edit: callOf(saveSchoolBillingProfile, ({ values, id: schoolId, entityCacheKey }: EditedRecord<SchoolBilling>) => ({
    body: { ...values, schoolId, entityCacheKey },
  })),
  content: schoolBillingContentSchema,
  // The server checks the date against its own clock.
  schema: () => schoolBillingSchema(),
  rulesOf:
    ({ isFeeLocked, feeFrom }) =>
    (billing, context) => {
      // A host that follows only the spec proposes no days, and takes none.
      if (feeFrom === '') return
      const asks = feeDaysAsked(billing, isFeeLocked)
      const day = requiredDate(schoolMessages.dateRequired)
      checkFields(
        {
          ...(asks.from && { adminFeeFrom: { schema: day, value: billing.adminFeeFrom } }),
          ...(asks.lastDay && { adminFeeLastDay: { schema: day, value: billing.adminFeeLastDay } }),
        },
        context,
      )
    },
  done: { add: schoolMessages.billingSaved, edit: schoolMessages.billingSaved },
  saveLabel: 'Save & Next',
  fields: BillingFields,
}
