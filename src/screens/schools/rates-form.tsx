import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { z } from 'zod'
import { type Call, callOf } from '#contract/call.ts'
import { ApiError } from '#contract/failures.ts'
import type { RateType, ServiceOption } from '#contract/lookups.ts'
import { getSchoolServiceRates, getServiceRateHistory, saveSchoolServiceRates } from '#contract/schools.ts'
import { type RateRow, rateRowContentSchema, schoolMessages, schoolRatesSchema } from '#domain/school-form.ts'
import { addDays, formatDate } from '#domain/time.ts'
import type { EditedRecord } from '#machines/common/record-page.ts'
import { defineDetailsTable, useDetailsDialog } from '#screens/details/define-details.tsx'
import type { RecordFields, RecordFormDefinition } from '#screens/form/record-page.tsx'
import { numberColumn } from '#ui/data-table/data-table.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import classes from './school-form.module.css'
import { useTomorrow } from './use-tomorrow.ts'

/** Wraps the rows, since a form's values must be an object. */
type SchoolRates = { rates: RateRow[] }

interface RatesMore {
  readonly services: readonly ServiceOption[]
  readonly rateTypes: readonly RateType[]
}

/** The rate whose history is shown. */
interface RateSubject {
  readonly id: number
  readonly name: string
}

type Fields = RecordFields<SchoolRates, RatesMore>

const dollars = (rate: string | null) => (rate === null ? '' : `$${rate}`)

const rateHistory = defineDetailsTable({
  read: callOf(getServiceRateHistory, ({ id }: RateSubject) => ({ query: { serviceRateId: id } })),
  titleOf: ({ name }) => `Rate History, ${name}`,
  ariaLabel: 'Rate History',
  columns: [
    numberColumn('Sr. No.'),
    { key: 'new', title: 'New Service Rate', render: ({ newServiceRate }) => dollars(newServiceRate) },
    { key: 'old', title: 'Old Service Rate', render: ({ oldServiceRate }) => dollars(oldServiceRate) },
    { key: 'date', title: 'Effective Date', render: ({ effectiveDate }) => formatDate(effectiveDate) },
  ],
  keyOf: ({ id }) => id,
  emptyText: schoolMessages.noFees,
})

interface RowProps extends Fields {
  readonly index: number
  readonly row: RateRow
  readonly tomorrow: string
  readonly onHistory: (subject: RateSubject) => void
}

/** A rate. A stored one is locked; a new rate can be planned for a later day. */
const Rate = ({ form, errorOf, isBusy, more, index, row, tomorrow, onHistory }: RowProps) => {
  const at = (name: keyof RateRow) => `rates.${index}.${name}`
  const isStored = row.id !== null
  const service = more.services.find(({ id }) => id === row.serviceId)
  const name = service ? service.name : 'the new service'
  const isPlanning = row.isServiceRateChanged
  const money = (field: 'rate' | 'furtureServiceRate', label: string, isLocked: boolean) => (
    <TextInput
      label={label}
      required={!isLocked}
      inputMode="decimal"
      leftSection="$"
      disabled={isLocked}
      readOnly={isBusy}
      autoComplete="off"
      {...form.getInputProps(at(field))}
      error={errorOf(at(field))}
    />
  )
  return (
    <fieldset className={classes.card} aria-label={`Rate of ${name}`}>
      <div className={classes.row}>
        <IdSelect
          label="Service"
          required={!isStored}
          disabled={isBusy || isStored}
          options={more.services.map(({ id, code, name: label }) => ({ id, label: `${code} · ${label}` }))}
          value={row.serviceId}
          onChange={(id) => form.setFieldValue(at('serviceId'), id)}
          error={errorOf(at('serviceId'))}
        />
        <IdSelect
          label="Rate Type"
          required={!isStored}
          disabled={isBusy || isStored}
          options={more.rateTypes.map(({ id, name: label }) => ({ id, label }))}
          value={row.rateTypeId}
          onChange={(id) => form.setFieldValue(at('rateTypeId'), id)}
          error={errorOf(at('rateTypeId'))}
        />
        {money('rate', 'Rate', isStored)}
        <DateField
          label="Effective Date"
          required={!isStored || isPlanning}
          disabled={isBusy || (isStored && !isPlanning)}
          {...(isPlanning && { minDate: tomorrow })}
          value={isPlanning ? row.serviceRateEffectiveDate : row.effectiveDate}
          onChange={(date) => form.setFieldValue(at(isPlanning ? 'serviceRateEffectiveDate' : 'effectiveDate'), date)}
          error={errorOf(at(isPlanning ? 'serviceRateEffectiveDate' : 'effectiveDate'))}
        />
        {isPlanning && money('furtureServiceRate', 'New Rate', false)}
      </div>
      <div className={classes.actions}>
        {isStored && !isPlanning && row.serviceRateEffectiveDate !== '' && (
          <Text size="sm" c="dimmed" my="auto" me="auto">
            {dollars(row.furtureServiceRate)} from {formatDate(row.serviceRateEffectiveDate)} on
          </Text>
        )}
        {isStored && (
          <>
            <IconAction
              icon={IconPencil}
              label={`Change the rate of ${name}`}
              tooltip="Edit"
              disabled={isBusy}
              onClick={() => form.setFieldValue(at('isServiceRateChanged'), !isPlanning)}
            />
            <IconAction
              icon={IconHistory}
              label={`Rate history of ${name}`}
              tooltip="History"
              onClick={() => row.id !== null && onHistory({ id: row.id, name })}
            />
          </>
        )}
        <IconAction
          icon={IconTrash}
          color="red"
          label={`Delete the rate of ${name}`}
          tooltip="Delete"
          disabled={isBusy}
          onClick={() => (isStored ? form.setFieldValue(at('isDeleted'), true) : form.removeListItem('rates', index))}
        />
      </div>
    </fieldset>
  )
}

const RatesFields = (fields: Fields) => {
  const { form, isBusy } = fields
  const history = useDetailsDialog(rateHistory)
  const tomorrow = useTomorrow()
  const blank: RateRow = {
    id: null,
    serviceId: null,
    rateTypeId: null,
    rate: '',
    effectiveDate: addDays(tomorrow, -1),
    isDeleted: false,
    isServiceRateChanged: false,
    furtureServiceRate: '',
    serviceRateEffectiveDate: '',
  }
  return (
    <Stack gap="xs">
      {form.values.rates.map((row, index) =>
        row.isDeleted ? null : (
          <Rate
            key={row.id ?? form.key(`rates.${index}`)}
            {...fields}
            row={row}
            index={index}
            tomorrow={tomorrow}
            onHistory={history.open}
          />
        ),
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isBusy}
        onClick={() => form.insertListItem('rates', blank)}
        me="auto"
      >
        Add Service
      </Button>
      {history.dialog}
    </Stack>
  )
}

/** Maps paths in the request body, which is the rows, to paths in the form. */
const inForm = ({ status, message, errors, data }: ApiError) =>
  new ApiError(
    status,
    message,
    errors.map(({ path, message: words }) => ({ path: `rates.${path}`, message: words })),
    data,
  )

const saveRates: Call<EditedRecord<SchoolRates>, unknown> = {
  run: async (client, { values: { rates }, id: schoolId, entityCacheKey }, options) => {
    try {
      return await client.call(saveSchoolServiceRates, { query: { schoolId, entityCacheKey }, body: rates }, options)
    } catch (error) {
      throw error instanceof ApiError ? inForm(error) : error
    }
  },
}

export const ratesForm: RecordFormDefinition<SchoolRates, RatesMore> = {
  noun: 'school rates',
  read: callOf(
    getSchoolServiceRates,
    (schoolId: number) => ({ query: { schoolId } }),
    ({ entityCacheKey, rates, services, rateTypes }) => ({
      values: { rates },
      version: entityCacheKey,
      more: { services, rateTypes },
    }),
  ),
  edit: saveRates,
  content: z.object({ rates: z.array(rateRowContentSchema) }),
  // The server checks the dates against its own clock.
  schema: () => z.object({ rates: schoolRatesSchema() }),
  done: { add: schoolMessages.saved, edit: schoolMessages.saved },
  saveLabel: 'Submit',
  fields: RatesFields,
}
