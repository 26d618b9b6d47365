import { Button, Checkbox, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { callOf, fileCallOf } from '#contract/call.ts'
import {
  exportPayroll,
  getPayrollExportFile,
  type PayrollExportPlan,
  planPayrollExport,
} from '#contract/payroll-export.ts'
import { payrollExportMessages } from '#domain/billing/payroll-export.ts'
import { type Period, periodInWords, sharedDays, spanInWords } from '#domain/billing/period.ts'
import { formatMoney } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import type { LocalDate } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import type { ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import { DetailsDialog } from '#screens/details/details-dialog.tsx'
import { Instant } from '#screens/instant.tsx'
import { useSession } from '#screens/provided.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { useAction, useDetails } from '#screens/use-calls.ts'
import { useDownload } from '#screens/use-download.tsx'
import { IconFileExport } from '#ui/icons/file-export.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'

interface Asked {
  readonly period: Period
  readonly lastId: number | null
  readonly confirmedOverlaps: number[]
}
interface Stored {
  readonly id: number
}
type Snapshot = ConfirmActionSnapshot<Asked, Stored>

const plan = callOf(planPayrollExport, (period: Period) => ({ body: period }))
const store = callOf(exportPayroll, ({ period, ...confirmed }: Asked) => ({ body: { ...period, ...confirmed } }))
const file = fileCallOf(getPayrollExportFile, ({ id }: Stored) => ({ query: { id } }))

/** 'Paul Provider: $133.37, now $173.42' */
const Changes = ({
  changes,
  money,
}: {
  readonly changes: NonNullable<PayrollExportPlan['last']>['changes']
  readonly money: MoneyFormat
}) =>
  changes.length === 0 ? (
    <Text size="sm">Nothing has changed since.</Text>
  ) : (
    <section aria-label="Changed since">
      <Text size="sm">Changed since:</Text>
      <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
        {changes.map(({ providerId, providerName, before, after }) => (
          <List.Item key={providerId}>
            <ProviderLink id={providerId} name={providerName} />: {formatMoney(before, money)}, now{' '}
            {formatMoney(after, money)}
          </List.Item>
        ))}
      </List>
    </section>
  )

const Plan = ({
  plan: { providers, gross, requests, isLocked, last, overlaps },
  period,
  money,
}: {
  readonly plan: PayrollExportPlan
  readonly period: Period
  readonly money: MoneyFormat
}) => (
  <>
    <Text>
      {counted(providers, 'provider')}, {formatMoney(gross, money)} gross.
    </Text>
    <Text size="sm">
      {requests === 0
        ? 'All accepted time off is marked as sent already.'
        : `${counted(requests, 'accepted time-off request')} will be marked as sent.`}
    </Text>
    {!isLocked && <Text size="sm">Some days are not locked: hours can still be approved or reopened.</Text>}
    {overlaps.map((other) => (
      <Text size="sm" key={`${other.startDate} ${other.endDate}`}>
        {periodInWords(other)} was exported on <Instant at={other.onUtc} />. {spanInWords(sharedDays(period, other))}{' '}
        would be paid twice.
      </Text>
    ))}
    {last && (
      <>
        <Text size="sm">
          Last exported by <bdi>{last.by}</bdi>, <Instant at={last.onUtc} />.
        </Text>
        <Changes changes={last.changes} money={money} />
      </>
    )}
  </>
)

/** What the export would do, and the button; days that another export has need a check first. */
const Question = ({
  plan: planned,
  period,
  money,
  isBusy,
  onCancel,
  onExport,
}: {
  /** Undefined while it loads. */
  readonly plan: PayrollExportPlan | undefined
  readonly period: Period
  readonly money: MoneyFormat
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly onExport: (asked: Omit<Asked, 'period'>) => void
}) => {
  const [confirmed, setConfirmed] = useState<number[]>([])
  const overlaps = planned?.overlaps ?? []
  const isConfirmed = overlaps.every(({ id }) => confirmed.includes(id))
  const ids = overlaps.map(({ id }) => id)
  return (
    <Stack gap="sm">
      {planned === undefined ? <Skeleton height={96} /> : <Plan plan={planned} period={period} money={money} />}
      {overlaps.length > 0 && (
        <Checkbox
          label="Export these days again"
          checked={isConfirmed}
          disabled={isBusy}
          onChange={({ currentTarget: { checked } }) => setConfirmed(checked ? ids : [])}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <SteadyButton
          isBusy={isBusy}
          disabled={planned === undefined || !isConfirmed}
          onClick={() => planned && onExport({ lastId: planned.last?.id ?? null, confirmedOverlaps: confirmed })}
        >
          {planned?.last ? 'Export Again' : 'Export'}
        </SteadyButton>
      </Group>
    </Stack>
  )
}

/** Exports the payroll of everyone within the report's dates. */
export const ExportPayroll = ({
  values: { from, to },
}: {
  readonly values: { readonly from: LocalDate | ''; readonly to: LocalDate | '' }
}) => {
  const { money } = useSession()
  const dialog = useDetails(plan)
  const exporting = useAction(store)
  const download = useDownload(file, 'Not downloaded')
  const [isRefused, setIsRefused] = useState(false)
  const isBusy = useSelector(exporting, (snapshot: Snapshot) => snapshot.hasTag('busy'))
  const failure = useSelector(exporting, (snapshot: Snapshot) =>
    snapshot.hasTag('failed') ? (snapshot.context.message ?? '') : undefined,
  )
  const { start } = download
  useEffect(() => {
    const { unsubscribe } = exporting.on('action.done', ({ outcome }) => {
      dialog.send({ type: 'details.close' })
      notifications.show({ message: payrollExportMessages.done })
      start(outcome)
    })
    return unsubscribe
  }, [exporting, dialog, start])
  const open = (period: Period) => dialog.send({ type: 'details.open', subject: period })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileExport size={16} aria-hidden />}
        onClick={() => (from === '' || to === '' ? setIsRefused(true) : open({ startDate: from, endDate: to }))}
      >
        Export Payroll
      </Button>
      <DetailsDialog
        dialog={dialog}
        titleOf={(period) => `Export Payroll, ${periodInWords(period)}`}
        isCovered={failure !== undefined}
      >
        {(planned, period) => (
          <Question
            plan={planned}
            period={period}
            money={money}
            isBusy={isBusy}
            onCancel={() => dialog.send({ type: 'details.close' })}
            onExport={(asked) => exporting.send({ type: 'action.run', subject: { period, ...asked } })}
          />
        )}
      </DetailsDialog>
      {failure !== undefined && (
        <MessageDialog
          title="Not exported"
          message={failure}
          onClose={() => {
            exporting.send({ type: 'failure.dismiss' })
            if (from !== '' && to !== '') open({ startDate: from, endDate: to })
          }}
        />
      )}
      {isRefused && (
        <MessageDialog
          title="Not exported"
          message={payrollExportMessages.datesMissing}
          onClose={() => setIsRefused(false)}
        />
      )}
      {download.failure}
    </>
  )
}
