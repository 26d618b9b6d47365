import { callOf } from '#contract/call.ts'
import { getProviderRateHistory, getProviderRateTypes } from '#contract/providers.ts'
import { noteOnFirstDay, proposedFirstDay, rateDaysIn, removedInWords, whyNotRemovable } from '#domain/dated-rates.ts'
import {
  BLANK_PROVIDER_RATE,
  type ProviderForm,
  type ProviderRateRow,
  providerMessages,
} from '#domain/provider-form.ts'
import { addDays, formatDate } from '#domain/time.ts'
import { defineDetailsTable, useDetailsDialog } from '#screens/details/define-details.tsx'
import { AddRow, FormSection } from '#screens/form/form-section.tsx'
import { dollars, orEnded, RemovedRates, rateCells, rateTypeColumn } from '#screens/form/rate-cells.tsx'
import type { RecordFields } from '#screens/form/record-page.tsx'
import { removeRow, type ShownRow, shownRows } from '#screens/form/rows-form.ts'
import { useLookup } from '#screens/use-calls.ts'
import { useTomorrow } from '#screens/use-tomorrow.ts'
import { type Column, DataTable, numberColumn } from '#ui/data-table/data-table.tsx'
import type { ProviderMore } from './provider-more.ts'

const typesOffered = callOf(getProviderRateTypes, () => ({}))

/** The rate whose history is shown. */
interface RateSubject {
  readonly id: number
  readonly name: string
}

const rateHistory = defineDetailsTable({
  read: callOf(getProviderRateHistory, ({ id }: RateSubject) => ({ body: { id } })),
  titleOf: ({ name }) => `Rate History, ${name}`,
  ariaLabel: 'Rate History',
  columns: [
    numberColumn('Sr. No.'),
    { key: 'type', title: 'Rate Type', render: ({ providerRateTypeName }) => providerRateTypeName },
    { key: 'new', title: 'New Rate', render: ({ newRate }) => orEnded(dollars(newRate)) },
    { key: 'old', title: 'Old Rate', render: ({ oldRate }) => dollars(oldRate) },
    { key: 'date', title: 'Effective Date', render: ({ effectiveDate }) => formatDate(effectiveDate) },
  ],
  keyOf: ({ id, effectiveDate }) => `${id} ${effectiveDate}`,
  emptyText: providerMessages.empty,
})

const LIST = 'providerRateChangeHistories'
const at = (index: number, name: keyof ProviderRateRow) => `${LIST}.${index}.${name}`

/** What the provider is paid, by rate type; stored rates are locked, and a change is planned for a later day. */
export const RateRows = ({ more, ...fields }: RecordFields<ProviderForm, ProviderMore>) => {
  const { form, isBusy, isView } = fields
  const history = useDetailsDialog(rateHistory)
  const tomorrow = useTomorrow()
  const today = addDays(tomorrow, -1)
  const types = useLookup(typesOffered)
  const { money, date, choice, actions } = rateCells(fields)
  const nameOf = ({ providerRateTypeId }: ProviderRateRow) =>
    types.find(({ id }) => id === providerRateTypeId)?.name ?? 'the new row'
  /** Its new rate and date can be set. */
  const isOpen = ({ id, isEdit }: ProviderRateRow) => id === null || isEdit
  const storedDaysOf = (typeId: number | null) =>
    more?.rateDays.find(({ providerRateTypeId }) => providerRateTypeId === typeId)
  const daysOf = (typeId: number | null) =>
    rateDaysIn(storedDaysOf(typeId), {
      isRemoved: form.values[LIST].some((row) => row.isDeleted && row.providerRateTypeId === typeId),
      today,
    })
  const removed = form.values[LIST].flatMap((row) => {
    const days = storedDaysOf(row.providerRateTypeId)
    if (row.id === null || days === undefined || !(row.isDeleted || row.isEdit)) return []
    const kept = row.isDeleted ? undefined : { rate: row.newRate, from: row.effectiveDate }
    return removedInWords(days, { name: nameOf(row), kept })
  })
  const edit = ({ row, index }: ShownRow<ProviderRateRow>) => {
    form.setFieldValue(`${LIST}.${index}.isEdit`, !row.isEdit)
    const earliest = storedDaysOf(row.providerRateTypeId)?.earliest ?? ''
    if (!row.isEdit && row.effectiveDate === '' && earliest > tomorrow) {
      form.setFieldValue(at(index, 'effectiveDate'), earliest)
    }
  }
  const proposeDay = ({ row, index }: ShownRow<ProviderRateRow>, typeId: number | null) => {
    const change = { before: daysOf(row.providerRateTypeId), after: daysOf(typeId), unless: '' } as const
    form.setFieldValue(at(index, 'effectiveDate'), proposedFirstDay(row.effectiveDate, change))
  }
  const columns: Column<ShownRow<ProviderRateRow>>[] = [
    rateTypeColumn(choice, types, {
      pathOf: (index) => at(index, 'providerRateTypeId'),
      typeOf: ({ providerRateTypeId }) => providerRateTypeId,
      onChoose: proposeDay,
    }),
    {
      key: 'rate',
      title: 'Rate',
      render: ({ row, index }) => (row.id === null ? money(at(index, 'newRate'), 'Rate') : dollars(row.oldRate)),
    },
    {
      key: 'new',
      title: 'New Rate',
      render: ({ row, index }) => {
        if (row.id === null) return null
        return row.isEdit ? money(at(index, 'newRate'), 'New Rate') : dollars(row.newRate)
      },
    },
    {
      key: 'from',
      title: 'Effective From',
      render: ({ row, index }) => {
        // The rates of a new provider apply from the first day on.
        if (!isOpen(row) || more === null) return row.effectiveDate === '' ? '' : formatDate(row.effectiveDate)
        const path = at(index, 'effectiveDate')
        const { id, providerRateTypeId: typeId } = row
        const days = daysOf(typeId)
        // A rate of a type that was never paid begins as a change does.
        const isLater = id !== null || !days.hasBegun
        return date(path, 'Effective From', row.effectiveDate, {
          minDate: isLater && days.earliest < tomorrow ? tomorrow : days.earliest || undefined,
          note:
            isLater && days.earliest <= tomorrow
              ? undefined
              : noteOnFirstDay(days, row.effectiveDate, { settled: 'locked or exported' }),
        })
      },
    },
    {
      key: 'actions',
      title: 'Actions',
      width: '8rem',
      render: (rate) => {
        const { row } = rate
        return actions({
          name: nameOf(row),
          isStored: row.id !== null,
          onEdit: () => edit(rate),
          onHistory: () => row.id !== null && history.open({ id: row.id, name: nameOf(row) }),
          onRemove: () => removeRow(form, LIST, rate),
          whyNotRemovable: row.id === null ? undefined : whyNotRemovable(daysOf(row.providerRateTypeId), today),
        })
      },
    },
  ]
  return (
    <FormSection
      title="Provider Rates"
      action={
        !isView && (
          <AddRow
            label="Add Rate"
            isBusy={isBusy}
            onAdd={() => form.insertListItem(LIST, { ...BLANK_PROVIDER_RATE })}
          />
        )
      }
    >
      <DataTable
        ariaLabel="Provider Rates"
        columns={more === null ? columns.filter(({ key }) => key !== 'new' && key !== 'from') : columns}
        rows={shownRows(form.values[LIST])}
        keyOf={({ row, index }) => row.id ?? form.key(`${LIST}.${index}`)}
        emptyText={providerMessages.empty}
      />
      <RemovedRates sentences={removed} />
      {history.dialog}
    </FormSection>
  )
}
