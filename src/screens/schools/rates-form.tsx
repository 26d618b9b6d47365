import { Button, Group, Input, Stack, TextInput } from '@mantine/core'
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
import { type Column, DataTable, numberColumn } from '#ui/data-table/data-table.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { type IdOption, IdSelect } from '#ui/id-select/id-select.tsx'
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

/** A rate of the table, with its place in the form. */
interface ShownRate {
  readonly row: RateRow
  readonly index: number
}

interface ColumnsProps extends Fields {
  /** The first day on which a planned rate can begin. */
  readonly tomorrow: string
  readonly onHistory: (subject: RateSubject) => void
}

/** Stored rates are text; a new rate, and a later one that is being planned, are fields. */
const rateColumns = ({ form, errorOf, isBusy, more, tomorrow, onHistory }: ColumnsProps): Column<ShownRate>[] => {
  const at = (index: number, name: keyof RateRow) => `rates.${index}.${name}`
  const serviceOf = ({ serviceId }: RateRow) => more.services.find(({ id }) => id === serviceId)
  const nameOf = (row: RateRow) => serviceOf(row)?.name ?? 'the new service'
  const serviceLabel = ({ code, name }: ServiceOption) => `${code} · ${name}`
  const money = (path: string, label: string) => (
    <TextInput
      aria-label={label}
      required
      inputMode="decimal"
      leftSection="$"
      readOnly={isBusy}
      autoComplete="off"
      {...form.getInputProps(path)}
      error={errorOf(path)}
    />
  )
  const date = (path: string, value: string, minDate?: string) => (
    <DateField
      aria-label="Effective Date"
      required
      disabled={isBusy}
      {...(minDate !== undefined && { minDate })}
      value={value}
      onChange={(chosen) => form.setFieldValue(path, chosen)}
      error={errorOf(path)}
    />
  )
  /** A choice of a new row, or the text of a stored one with the server's message. */
  const choice = (
    { row, index }: ShownRate,
    field: 'serviceId' | 'rateTypeId',
    label: string,
    options: readonly IdOption[],
  ) => {
    const path = at(index, field)
    if (row.id === null) {
      return (
        <IdSelect
          aria-label={label}
          placeholder={label}
          required
          disabled={isBusy}
          options={options}
          value={row[field]}
          onChange={(id) => form.setFieldValue(path, id)}
          error={errorOf(path)}
        />
      )
    }
    const text = options.find(({ id }) => id === row[field])?.label
    const error = errorOf(path)
    if (error === undefined) return text
    return (
      <Input.Wrapper error={error}>
        <div>{text}</div>
      </Input.Wrapper>
    )
  }
  return [
    {
      key: 'service',
      title: 'Service',
      width: '16rem',
      render: (rate) =>
        choice(
          rate,
          'serviceId',
          'Service',
          more.services.map((service) => ({ id: service.id, label: serviceLabel(service) })),
        ),
    },
    {
      key: 'type',
      title: 'Rate Type',
      render: (rate) =>
        choice(
          rate,
          'rateTypeId',
          'Rate Type',
          more.rateTypes.map(({ id, name: label }) => ({ id, label })),
        ),
    },
    {
      key: 'rate',
      title: 'Rate',
      render: ({ row, index }) => (row.id === null ? money(at(index, 'rate'), 'Rate') : dollars(row.rate)),
    },
    {
      key: 'from',
      title: 'Effective Date',
      render: ({ row, index }) =>
        row.id === null ? date(at(index, 'effectiveDate'), row.effectiveDate) : formatDate(row.effectiveDate),
    },
    {
      key: 'new',
      title: 'New Rate',
      render: ({ row, index }) => {
        if (row.isServiceRateChanged) {
          return (
            <div className={classes.planned}>
              {money(at(index, 'furtureServiceRate'), 'New Rate')}
              {date(at(index, 'serviceRateEffectiveDate'), row.serviceRateEffectiveDate, tomorrow)}
            </div>
          )
        }
        if (row.id === null || row.serviceRateEffectiveDate === '') return null
        return `${dollars(row.furtureServiceRate)} from ${formatDate(row.serviceRateEffectiveDate)} on`
      },
    },
    {
      key: 'actions',
      title: 'Actions',
      width: '8rem',
      render: ({ row, index }) => (
        <Group gap={4} wrap="nowrap">
          {row.id !== null && (
            <>
              <IconAction
                icon={IconPencil}
                label={`Change the rate of ${nameOf(row)}`}
                tooltip="Edit"
                disabled={isBusy}
                onClick={() => form.setFieldValue(at(index, 'isServiceRateChanged'), !row.isServiceRateChanged)}
              />
              <IconAction
                icon={IconHistory}
                label={`Rate history of ${nameOf(row)}`}
                tooltip="History"
                onClick={() => row.id !== null && onHistory({ id: row.id, name: nameOf(row) })}
              />
            </>
          )}
          <IconAction
            icon={IconTrash}
            color="red"
            label={`Delete the rate of ${nameOf(row)}`}
            tooltip="Delete"
            disabled={isBusy}
            onClick={() =>
              row.id === null ? form.removeListItem('rates', index) : form.setFieldValue(at(index, 'isDeleted'), true)
            }
          />
        </Group>
      ),
    },
  ]
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
      <DataTable
        ariaLabel="Rates"
        columns={rateColumns({ ...fields, tomorrow, onHistory: history.open })}
        rows={form.values.rates.map((row, index) => ({ row, index })).filter(({ row }) => !row.isDeleted)}
        keyOf={({ row, index }) => row.id ?? form.key(`rates.${index}`)}
        emptyText={schoolMessages.noFees}
      />
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
