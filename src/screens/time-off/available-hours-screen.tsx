import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useCallback } from 'react'
import { type Call, fileCallOf } from '#contract/call.ts'
import { choicesFilter, filtersOf, textFilter } from '#contract/filters.ts'
import { providerOptions } from '#contract/options.ts'
import {
  getAdminPtosAvailableHours,
  getSamplePtoFile,
  ptoHoursFile,
  ptoHoursMessages,
  type UploadedHours,
  uploadPtoHours,
} from '#contract/pto-hours.ts'
import { MAX_IMPORT_ROWS } from '#domain/import-limits.ts'
import type { Upload } from '#machines/common/page-machines.ts'
import { UploadDialog, useUpload } from '#screens/form/upload-dialog.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { useDownload } from '#screens/use-download.tsx'
import { IconDownload } from '#ui/icons/download.ts'
import { IconUpload } from '#ui/icons/upload.ts'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'

const definition = defineList({
  heading: 'PTO Available Hours',
  filters: filtersOf(
    choicesFilter('providerIds', 'Providers', providerOptions),
    textFilter('providerName', 'Provider Name'),
  ),
  filterDelay: 100,
  endpoint: getAdminPtosAvailableHours,
  request: ({ providerIds, providerName }) => ({
    query: { providerIds: providerIds.join(','), providerName: providerName.trim() },
  }),
  columns: [
    {
      key: 'provider',
      title: 'Provider Name',
      render: ({ id, providerName }) => <ProviderLink id={id} name={providerName} />,
    },
    { key: 'role', title: 'Provider Role', render: ({ role }) => role },
    { key: 'hours', title: 'Available Hours', render: ({ availableHours }) => availableHours, align: 'end' },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ providerName }) => providerName,
  emptyText: ptoHoursMessages.empty,
})

const sampleFile = fileCallOf(getSamplePtoFile, () => ({}))

const SampleButton = () => {
  const { isRunning, start, failure } = useDownload(sampleFile)
  return (
    <>
      <SteadyButton
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        isBusy={isRunning}
        onClick={() => start(null)}
      >
        Download Sample File
      </SteadyButton>
      {failure}
    </>
  )
}

const sendHours: Call<Upload<null>, UploadedHours> = {
  run: (client, { file }, options) => client.call(uploadPtoHours, { file }, options),
}

const UploadButton = ({ onDone }: { readonly onDone: () => void }) => {
  const tellAndReload = useCallback(() => {
    notifications.show({ message: ptoHoursMessages.uploaded })
    onDone()
  }, [onDone])
  const upload = useUpload(sendHours, { rule: ptoHoursFile, onDone: tellAndReload })
  return (
    <>
      <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => upload.send({ type: 'upload.open' })}>
        Upload
      </Button>
      <UploadDialog
        upload={upload}
        fields={null}
        title="Upload PTO Hours"
        label="File"
        description={`An .xlsx, .xls, or .csv file with at most ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows and the columns ID and Available Hours, like the sample file, which has each provider's ID. It sets the hours of every provider in it. If any row has a mistake, nothing is updated.`}
      />
    </>
  )
}

/** The time off that each provider has left, set from a spreadsheet (spec 3, section 2). */
export const AvailableHoursScreen = () => (
  <ListScreen
    definition={definition}
    headerActions={(list) => (
      <>
        <SampleButton />
        <UploadButton onDone={() => list.send({ type: 'list.reload' })} />
      </>
    )}
  />
)
