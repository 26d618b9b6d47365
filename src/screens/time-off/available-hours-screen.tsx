import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect } from 'react'
import { type Call, fileCallOf } from '#contract/call.ts'
import { choicesFilter, filtersOf, textFilter } from '#contract/filters.ts'
import { providerOptions } from '#contract/options.ts'
import {
  type AvailableHours,
  getAdminPtosAvailableHours,
  getSamplePtoFile,
  ptoHoursFile,
  ptoHoursMessages,
  type StaleHours,
  settlementMessages,
  settlePtoBalance,
  type UploadedHours,
  uploadedInWords,
  uploadPtoHours,
} from '#contract/pto-hours.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import { MAX_IMPORT_ROWS } from '#domain/import-limits.ts'
import { formatDate } from '#domain/time.ts'
import { counted, inWords, quoted } from '#domain/words.ts'
import type { ConfirmActionActor, ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import type { Upload } from '#machines/common/page-machines.ts'
import type { PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { type DecisionDefinition, useDecision } from '#screens/form/decision-dialog.tsx'
import { UploadDialog, useUpload } from '#screens/form/upload-dialog.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList } from '#screens/list/use-list.ts'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { useAction } from '#screens/use-calls.ts'
import { useDownload } from '#screens/use-download.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconCash } from '#ui/icons/cash.ts'
import { IconCashOff } from '#ui/icons/cash-off.ts'
import { IconDownload } from '#ui/icons/download.ts'
import { IconUpload } from '#ui/icons/upload.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
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
      render: ({ id, providerName, hasLeft, lastDay }) => (
        <div>
          <ProviderLink id={id} name={providerName} />
          {hasLeft && (
            <Text size="xs" c="dimmed">
              {lastDay === null ? 'Has left' : `Left, last day ${formatDate(lastDay)}`}
            </Text>
          )}
        </div>
      ),
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

/** A file that the server has read, with what became of it. */
interface SentHours {
  readonly file: File
  readonly uploaded: UploadedHours
}

const sendHours: Call<Upload<null>, SentHours> = {
  run: async (client, { file }, options) => ({ file, uploaded: await client.call(uploadPtoHours, { file }, options) }),
}

/** Sends the file again, and confirms the hours that were left alone. */
const confirmHours: Call<SentHours, SentHours> = {
  run: async (client, { file, uploaded: { key } }, options) => ({
    file,
    uploaded: await client.call(uploadPtoHours, { file, body: { key } }, options),
  }),
}

const staleColumns: readonly Column<StaleHours>[] = [
  { key: 'provider', title: 'Provider', render: ({ providerName }) => providerName, isHeading: true },
  {
    key: 'downloaded',
    title: 'Downloaded',
    render: ({ downloadedHours }) => downloadedHours ?? '–',
    align: 'end',
  },
  { key: 'current', title: 'Now', render: ({ currentHours }) => currentHours, align: 'end' },
  { key: 'file', title: 'In the file', render: ({ fileHours }) => fileHours, align: 'end' },
]

const StaleRows = ({ stale }: { readonly stale: readonly StaleHours[] }) => (
  <DataTable
    ariaLabel="Changed since the download"
    columns={staleColumns}
    rows={stale}
    keyOf={({ providerId }) => providerId}
    emptyText=""
  />
)

/** Names the rows that were left alone, and offers to set those with hours that someone typed. */
const LeftAlone = ({ confirmation }: { readonly confirmation: ConfirmActionActor<SentHours, SentHours> }) => {
  const snapshot = useSelector(confirmation, (current: ConfirmActionSnapshot<SentHours, SentHours>) => current)
  const { subject, message } = snapshot.context
  if (snapshot.hasTag('failed')) {
    return (
      <MessageDialog
        title="Error"
        message={message ?? ''}
        onClose={() => confirmation.send({ type: 'failure.dismiss' })}
      />
    )
  }
  const isBusy = snapshot.hasTag('busy')
  if (!subject || (!isBusy && !snapshot.matches('confirming'))) return null
  const { uploaded } = subject
  const edited = uploaded.stale.filter(({ isEdited }) => isEdited).length
  const close = () => confirmation.send({ type: 'action.cancel' })
  const left = `${uploadedInWords(uploaded)}. Their balances were left as they are now.`
  if (edited === 0) {
    return (
      <MessageDialog title={ptoHoursMessages.uploaded} message={left} size="md" onClose={close}>
        <StaleRows stale={uploaded.stale} />
      </MessageDialog>
    )
  }
  return (
    <ConfirmDialog
      question={`Set the hours of ${counted(edited, 'provider')} to those in the file?`}
      details={`${left} Setting them replaces what was accepted or returned since. To keep it, cancel, download the file again, and enter the hours there.`}
      isBusy={isBusy}
      size="md"
      onCancel={close}
      onConfirm={() => confirmation.send({ type: 'action.confirm' })}
    >
      <StaleRows stale={uploaded.stale} />
    </ConfirmDialog>
  )
}

const notRead = ({ unused }: UploadedHours) =>
  unused.length === 0 ? '' : ` Not read: ${inWords(unused.map((title) => quoted(title)))}.`

const UploadButton = ({ onDone }: { readonly onDone: () => void }) => {
  const confirmation = useAction(confirmHours)
  const tellAndReload = useCallback(
    (sent: SentHours) => {
      const { uploaded } = sent
      notifications.show({
        message: `${ptoHoursMessages.uploaded}: ${uploadedInWords(uploaded)}.${notRead(uploaded)}`,
      })
      onDone()
      if (uploaded.stale.length > 0) confirmation.send({ type: 'action.ask', subject: sent })
    },
    [confirmation, onDone],
  )
  useEffect(() => {
    const { unsubscribe } = confirmation.on('action.done', ({ outcome }) => tellAndReload(outcome))
    return unsubscribe
  }, [confirmation, tellAndReload])
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
        description={`An .xlsx, .xls, or .csv file with at most ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows and the columns ID and Available Hours, like the sample file, which has each provider's ID. It sets the hours of every provider in it, except where time off was accepted or returned since the file was downloaded. If any row has a mistake, nothing is updated.`}
      />
      <LeftAlone confirmation={confirmation} />
    </>
  )
}

const settling = (
  how: 'payOut' | 'writeOff',
  title: string,
  effect: (hours: string) => string,
): DecisionDefinition<null, AvailableHours> => ({
  calls: {
    read: { run: async () => null },
    save: {
      run: async (client, { subject: { id: providerId, entityCacheKey }, values: reason }) => {
        await client.call(settlePtoBalance, { body: { providerId, entityCacheKey, how, reason } })
        return null
      },
    },
  },
  title,
  about: ({ providerName }) => providerName,
  effect: ({ availableHours }) => effect(`${formatHours(hundredthsOf(availableHours))} h`),
  decided: () => settlementMessages[how],
  draft: ({ id }) => `settling/${how}/${id}`,
})

const payingOut = settling(
  'payOut',
  'Pay out balance',
  (hours) =>
    `${hours} are paid at the hourly rate of the last day, as a line of their own in the next open payroll. The balance is 0 then.`,
)

const writingOff = settling(
  'writeOff',
  'Write off balance',
  (hours) => `${hours} are taken out of the balance and not paid. The balance is 0 then.`,
)

type Snapshot = PagedListSnapshot<AvailableHours, { providerIds: readonly number[]; providerName: string }>
const selectHasLeavers = ({ context }: Snapshot) => context.result?.rows.some(({ hasLeft }) => hasLeft) === true

/** The time off that each provider has left, set from a spreadsheet (spec 3, section 2), and settled for those who left. */
export const AvailableHoursScreen = () => {
  const list = useList(definition)
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const paying = useDecision(payingOut, reload)
  const writing = useDecision(writingOff, reload)
  const hasLeavers = useSelector(list, selectHasLeavers)
  const rowActions = (row: AvailableHours) =>
    row.hasLeft && (
      <>
        {!row.availableHours.startsWith('-') && (
          <IconAction
            icon={IconCash}
            label={`Pay out the balance of ${row.providerName}`}
            tooltip="Pay out"
            onClick={() => paying.open(row)}
          />
        )}
        <IconAction
          icon={IconCashOff}
          label={`Write off the balance of ${row.providerName}`}
          tooltip="Write off"
          onClick={() => writing.open(row)}
        />
      </>
    )
  return (
    <ListView
      definition={definition}
      list={list}
      headerActions={() => (
        <>
          <SampleButton />
          <UploadButton onDone={reload} />
        </>
      )}
      // Usually nobody has left with a balance, and the table has no column of buttons.
      {...(hasLeavers && { rowActions })}
    >
      {() => (
        <>
          {paying.dialog}
          {writing.dialog}
        </>
      )}
    </ListView>
  )
}
