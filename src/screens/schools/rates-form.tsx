import { Button, Stack } from '@mantine/core'
import { z } from 'zod'
import { type Call, callOf } from '#contract/call.ts'
import { ApiError } from '#contract/failures.ts'
import type { RateType, ServiceOption } from '#contract/lookups.ts'
import { getSchoolServiceRates, getServiceRateHistory, saveSchoolServiceRates } from '#contract/schools.ts'
import { noteOnFirstDay, proposedFirstDay, type RateDays, rateDaysIn, removedInWords } from '#domain/dated-rates.ts'
import { type RateRow, rateRowContentSchema, schoolMessages, schoolRatesSchema } from '#domain/school-form.ts'
import { addDays, formatDate } from '#domain/time.ts'
import type { EditedRecord } from '#machines/common/record-page.ts'
import { defineDetailsTable, useDetailsDialog } from '#screens/details/define-details.tsx'
import classes from '#screens/form/form-grid.module.css'
import { dollars, orEnded, RemovedRates, rateCells, rateTypeColumn } from '#screens/form/rate-cells.tsx'
import type { RecordFields, RecordFormDefinition } from '#screens/form/record-page.tsx'
import { removeRow, type ShownRow, shownRows } from '#screens/form/rows-form.ts'
import { useTomorrow } from '#screens/use-tomorrow.ts'
import { type Column, DataTable, numberColumn } from '#ui/data-table/data-table.tsx'
import { IconPlus } from '#ui/icons/plus.ts'

/** Wraps the rows, since a form's values must be an object. */
type SchoolRates = { rates: RateRow[] }

interface RatesMore {
  readonly services: readonly ServiceOption[]
  readonly rateTypes: readonly RateType[]
  readonly rateDays: readonly (RateDays & { readonly serviceId: number; readonly rateTypeId: number })[]
}

/** The rate whose history is shown. */
interface RateSubject {
  readonly id: number
  readonly name: string
}

type Fields = RecordFields<SchoolRates, RatesMore>

const rateHistory = defineDetailsTable({
  read: callOf(getServiceRateHistory, ({ id }: RateSubject) => ({ query: { serviceRateId: id } })),
  titleOf: ({ name }) => `Rate History, ${name}`,
  ariaLabel: 'Rate History',
  columns: [
    numberColumn('Sr. No.'),
    { key: 'new', title: 'New Service Rate', render: ({ newServiceRate }) => orEnded(dollars(newServiceRate)) },
    { key: 'old', title: 'Old Service Rate', render: ({ oldServiceRate }) => dollars(oldServiceRate) },
    { key: 'date', title: 'Effective Date', render: ({ effectiveDate }) => formatDate(effectiveDate) },
  ],
  keyOf: ({ id, effectiveDate }) => `${id} ${effectiveDate}`,
  emptyText: schoolMessages.noFees,
})

interface ColumnsProps extends Fields {
  /** The first day on which a planned rate can begin. */
  readonly tomorrow: string
  readonly onHistory: (subject: RateSubject) => void
}

type Kind = Pick<RateRow, 'serviceId' | 'rateTypeId'>

const isSameKind = (one: Kind, other: Kind) => one.serviceId === other.serviceId && one.rateTypeId === other.rateTypeId

const storedDaysOf = ({ rateDays }: RatesMore, kind: Kind) => rateDays.find((days) => isSameKind(days, kind))

/** Stored rates are text; a new rate, and a later one that is being planned, are fields. */
const rateColumns = ({ more, tomorrow, onHistory, ...fields }: ColumnsProps): Column<ShownRow<RateRow>>[] => {
  const { form } = fields
  const { money, date, choice, actions } = rateCells(fields)
  const at = (index: number, name: keyof RateRow) => `rates.${index}.${name}`
  const serviceOf = ({ serviceId }: RateRow) => more.services.find(({ id }) => id === serviceId)
  const today = addDays(tomorrow, -1)
  const daysOf = (kind: Kind): RateDays =>
    rateDaysIn(storedDaysOf(more, kind), {
      isRemoved: form.values.rates.some((row) => row.isDeleted && isSameKind(row, kind)),
      today,
    })
  const proposeDay = ({ row, index }: ShownRow<RateRow>, kind: Partial<Kind>) => {
    const change = { before: daysOf(row), after: daysOf({ ...row, ...kind }), unless: today }
    form.setFieldValue(at(index, 'effectiveDate'), proposedFirstDay(row.effectiveDate, change))
  }
  const nameOf = (row: RateRow) => serviceOf(row)?.name ?? 'the new service'
  return [
    {
      key: 'service',
      title: 'Service',
      width: '16rem',
      render: (shown) =>
        choice(at(shown.index, 'serviceId'), {
          label: 'Service',
          options: more.services.map(({ id, code, name }) => ({ id, label: `${code} · ${name}` })),
          value: shown.row.serviceId,
          isStored: shown.row.id !== null,
          onChoose: (serviceId) => proposeDay(shown, { serviceId }),
        }),
    },
    rateTypeColumn(choice, more.rateTypes, {
      pathOf: (index) => at(index, 'rateTypeId'),
      typeOf: ({ rateTypeId }) => rateTypeId,
      onChoose: (shown, rateTypeId) => proposeDay(shown, { rateTypeId }),
    }),
    {
      key: 'rate',
      title: 'Rate',
      render: ({ row, index }) => (row.id === null ? money(at(index, 'rate'), 'Rate') : dollars(row.rate)),
    },
    {
      key: 'from',
      title: 'Effective Date',
      render: ({ row, index }) => {
        if (row.id !== null) return formatDate(row.effectiveDate)
        const days = daysOf(row)
        return date(at(index, 'effectiveDate'), 'Effective Date', row.effectiveDate, {
          minDate: days.earliest || undefined,
          note: noteOnFirstDay(days, row.effectiveDate, { settled: 'locked' }),
        })
      },
    },
    {
      key: 'new',
      title: 'New Rate',
      render: ({ row, index }) => {
        if (row.isServiceRateChanged) {
          return (
            <div className={classes.planned}>
              {money(at(index, 'furtureServiceRate'), 'New Rate')}
              {date(at(index, 'serviceRateEffectiveDate'), 'Effective Date', row.serviceRateEffectiveDate, {
                minDate: tomorrow,
              })}
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
      render: (rate) => {
        const { row, index } = rate
        return actions({
          name: nameOf(row),
          isStored: row.id !== null,
          onEdit: () => form.setFieldValue(at(index, 'isServiceRateChanged'), !row.isServiceRateChanged),
          onHistory: () => row.id !== null && onHistory({ id: row.id, name: nameOf(row) }),
          onRemove: () => removeRow(form, 'rates', rate),
        })
      },
    },
  ]
}

/** The planned rates that saving takes away. */
const removedRates = ({ form, more }: Fields): string[] =>
  form.values.rates.flatMap((row) => {
    const days = storedDaysOf(more, row)
    if (row.id === null || days === undefined || !(row.isDeleted || row.isServiceRateChanged)) return []
    const service = more.services.find(({ id }) => id === row.serviceId)?.name
    const type = more.rateTypes.find(({ id }) => id === row.rateTypeId)?.name
    const kept = row.isDeleted ? undefined : { rate: row.furtureServiceRate, from: row.serviceRateEffectiveDate }
    return removedInWords(days, { name: [service, type].filter(Boolean).join(', '), kept })
  })

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
        rows={shownRows(form.values.rates)}
        keyOf={({ row, index }) => row.id ?? form.key(`rates.${index}`)}
        emptyText={schoolMessages.noFees}
      />
      <RemovedRates sentences={removedRates(fields)} />
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
  follows: ['schools'],
  read: callOf(
    getSchoolServiceRates,
    (schoolId: number) => ({ query: { schoolId } }),
    ({ entityCacheKey, rates, services, rateTypes, rateDays }) => ({
      values: { rates },
      version: entityCacheKey,
      more: { services, rateTypes, rateDays },
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
