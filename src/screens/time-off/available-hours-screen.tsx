import { Button, Group, Stack, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { type AvailableHours, type AvailableHoursFilters, ptoHoursFile, ptoHoursMessages } from '#contract/pto-hours.ts'
import type { PagedListActor, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { UploadDialog } from '#screens/form/upload-dialog.tsx'
import { filterCodecs } from '#screens/list/list-address.ts'
import { PagedTable } from '#screens/list/paged-table.tsx'
import { usePagedList } from '#screens/list/use-paged-list.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useDownload } from '#screens/use-download.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { FilterBar } from '#ui/filters/filter-bar.tsx'
import { ResetFilters } from '#ui/filters/reset-filters.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { ProviderNameFilter, ProvidersFilter } from './providers-filter.tsx'

const options = {
  codecs: { providerIds: filterCodecs.ids, providerName: filterCodecs.text },
  typed: 'providerName',
} as const

const columns: readonly Column<AvailableHours>[] = [
  // The provider's own number, which the file that is uploaded goes by.
  { key: 'id', title: 'ID', render: ({ id }) => id, width: '5rem' },
  { key: 'provider', title: 'Provider Name', render: ({ providerName }) => providerName },
  { key: 'role', title: 'Provider Role', render: ({ role }) => role },
  { key: 'hours', title: 'Available Hours', render: ({ availableHours }) => availableHours, align: 'end' },
]

type Snapshot = PagedListSnapshot<AvailableHours, AvailableHoursFilters>

const Filters = ({ list }: { readonly list: PagedListActor<AvailableHours, AvailableHoursFilters> }) => {
  const { filters } = useSelector(list, ({ context }: Snapshot) => context)
  const canReset = useSelector(list, (snapshot: Snapshot) => snapshot.can({ type: 'filters.reset' }))
  const change = (changed: Partial<AvailableHoursFilters>) => list.send({ type: 'filters.change', filters: changed })
  return (
    <FilterBar actions={canReset && <ResetFilters onReset={() => list.send({ type: 'filters.reset' })} />}>
      <ProvidersFilter filters={filters} onChange={change} />
      <ProviderNameFilter filters={filters} onChange={change} onSubmit={() => list.send({ type: 'filters.submit' })} />
    </FilterBar>
  )
}

/** The hours of time off that each provider has left, set from a spreadsheet (spec 3, section 2). */
export const AvailableHoursScreen = () => {
  const list = usePagedList(useProvided('availableHours'), options)
  const upload = useActorRef(useProvided('ptoHoursUpload'), { input: { rule: ptoHoursFile } })
  const sample = useDownload(useProvided('samplePtoFile'))
  useEffect(() => {
    const { unsubscribe } = upload.on('upload.done', () => {
      notifications.show({ message: ptoHoursMessages.uploaded })
      list.send({ type: 'list.reload' })
    })
    return unsubscribe
  }, [upload, list])
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Title order={1}>PTO Available Hours</Title>
        <Group gap="xs">
          <SteadyButton
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            isBusy={sample.isRunning}
            onClick={() => sample.start(null)}
          >
            Download Sample File
          </SteadyButton>
          <Button
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => upload.send({ type: 'upload.open' })}
          >
            Upload
          </Button>
        </Group>
      </Group>
      <Filters list={list} />
      <PagedTable
        list={list}
        ariaLabel="PTO Available Hours"
        columns={columns}
        keyOf={({ id }) => id}
        emptyText={ptoHoursMessages.empty}
      />
      <UploadDialog
        upload={upload}
        title="Upload PTO Hours"
        label="File"
        description="An .xlsx, .xls or .csv file with the columns ID and Available Hours, such as the sample file. It sets the hours that each provider in it has; it is taken whole or not at all."
      />
      {sample.failure}
    </Stack>
  )
}
