import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { callOf } from '#contract/call.ts'
import type { InvoiceRecord } from '#contract/invoice-history.ts'
import { getBillingSchools } from '#contract/invoices.ts'
import { providerOptions } from '#contract/options.ts'
import {
  ALL_SCHOOLS,
  HISTORY_STATES,
  type HistorySearch,
  historySearchSchema,
  isHistoryState,
  NO_SEARCH,
  needsPlace,
} from '#domain/billing/invoice-history.ts'
import type { PagedListActor } from '#machines/common/paged-list.machine.ts'
import { useCheckedForm } from '#screens/form/use-checked-form.ts'
import { withChosen } from '#screens/form/with-chosen.ts'
import { useLookup } from '#screens/use-calls.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import { ChoiceFilter } from '#ui/filters/choice-filter.tsx'
import { FilterBar } from '#ui/filters/filter-bar.tsx'
import { ResetFilters } from '#ui/filters/reset-filters.tsx'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import type { HistorySnapshot } from './history-list.tsx'

const schoolsCall = callOf(getBillingSchools, () => ({}))
interface Props {
  readonly list: PagedListActor<InvoiceRecord, HistorySearch>
}

const selectSearch = ({ context }: HistorySnapshot) => context.filters

const SearchForm = ({ list, onReset }: Props & { readonly onReset: () => void }) => {
  const search = useSelector(list, selectSearch)
  const form = useForm<HistorySearch>({ initialValues: search })
  const schools = useLookup(schoolsCall)
  const providers = useLookup(providerOptions.call)
  const { values, setValues } = form
  // Back and forward, or a link to another search.
  useEffect(() => setValues(search), [setValues, search])
  const { errorOf, submit } = useCheckedForm(form, historySearchSchema.safeParse(values), {
    onValid: () => {
      list.send({ type: 'filters.change', filters: values })
      list.send({ type: 'filters.submit' })
    },
  })
  const isRequired = needsPlace(values)
  const isSet = JSON.stringify(values) !== JSON.stringify(NO_SEARCH)
  return (
    <form onSubmit={submit} noValidate>
      <FilterBar
        actions={
          <Group gap="xs" wrap="nowrap">
            <Button type="submit">Search</Button>
            {isSet && <ResetFilters onReset={onReset} />}
          </Group>
        }
      >
        <ChoiceFilter
          label="Provider"
          options={providers}
          value={values.providerId}
          onChoose={(providerId) => setValues({ providerId })}
        />
        <IdSelect
          label="School"
          required={isRequired}
          placeholder="Choose a school"
          // An open list would cover the message below the field.
          openOnFocus={false}
          options={withChosen(
            [{ id: ALL_SCHOOLS, label: 'All schools' }, ...schools.map(({ id, name }) => ({ id, label: name }))],
            values.schoolId ?? null,
          )}
          value={values.schoolId ?? null}
          onChange={(schoolId) => setValues({ schoolId: schoolId ?? undefined })}
          error={errorOf('schoolId')}
        />
        <DateField
          label="From"
          required={isRequired}
          value={values.from}
          onChange={(from) => setValues({ from })}
          error={errorOf('from')}
        />
        <DateField
          label="To"
          required={isRequired}
          value={values.to}
          onChange={(to) => setValues({ to })}
          error={errorOf('to')}
        />
        <ChoiceFilter
          label="State"
          options={HISTORY_STATES}
          value={values.stateId}
          onChoose={(id) => setValues({ stateId: id !== undefined && isHistoryState(id) ? id : undefined })}
        />
        <TextInput
          label="Invoice Number"
          autoComplete="off"
          maxLength={40}
          value={values.invoiceNumber}
          onChange={({ currentTarget }) => setValues({ invoiceNumber: currentTarget.value })}
        />
      </FilterBar>
    </form>
  )
}

/** The search, which applies only when it is submitted. The list keeps what was searched for. */
export const HistorySearchForm = ({ list }: Props) => {
  const [resets, setResets] = useState(0)
  return (
    <SearchForm
      key={resets}
      list={list}
      onReset={() => {
        list.send({ type: 'filters.reset' })
        setResets(resets + 1)
      }}
    />
  )
}
