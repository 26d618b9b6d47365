/** Opening a day of a locked period to put it right: what it touches comes first, then the reason. */
import { List, Stack, Text } from '@mantine/core'
import { useCallback, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { callOf } from '#contract/call.ts'
import { type CorrectionPlan, openCorrection, planCorrection } from '#contract/corrections.ts'
import { type CorrectedHours, correctionAddress, correctionMessages } from '#domain/billing/corrections.ts'
import { formatMoney } from '#domain/money.ts'
import { formatDate, formatTimeRange, type LocalDate } from '#domain/time.ts'
import { inWords } from '#domain/words.ts'
import { type DecisionDefinition, useDecision } from '#screens/form/decision-dialog.tsx'

/** The day to put right. */
export interface LockedDay {
  readonly providerId: number
  readonly providerName: string
  readonly date: LocalDate
}

export const hoursInWords = ({ startTime, endTime, isZeroHours }: CorrectedHours): string =>
  isZeroHours ? 'Zero hours' : formatTimeRange(startTime, endTime)

const Touched = ({ plan: { figures, invoices, money, paidOn } }: { readonly plan: CorrectionPlan }) => (
  <Stack gap={6} mb="sm" style={{ overflowWrap: 'anywhere' }}>
    <List size="sm" spacing={2} aria-label="Hours">
      {figures.hours.map((hours) => (
        <List.Item key={hours.schoolId}>
          {hours.schoolName}: {hoursInWords(hours)}
          {hours.billed !== null && `, ${formatMoney(hours.billed, money)}`}
        </List.Item>
      ))}
    </List>
    <Text size="sm">
      {invoices.length === 0
        ? 'No invoice includes the day.'
        : `It is on ${inWords(invoices.map(({ invoiceNumber, schoolName }) => `${invoiceNumber} for ${schoolName}`))}: approving the correction replaces ${invoices.length === 1 ? 'it' : 'them'}.`}{' '}
      Payroll of the locked period stays as it is; the difference is paid on {formatDate(paidOn)} or later.
    </Text>
  </Stack>
)

const definitionOf = (onOpened: (id: number) => void): DecisionDefinition<CorrectionPlan, LockedDay> => ({
  calls: {
    read: callOf(planCorrection, ({ providerId, date }: LockedDay) => ({ body: { providerId, date } })),
    save: {
      run: async (client, { subject: { providerId, date }, values: reason }) => {
        const opened = await client.call(openCorrection, { body: { providerId, date, reason } })
        onOpened(opened.id)
        return null
      },
    },
  },
  title: 'Open for correction',
  about: ({ providerName, date }) => (
    <>
      <bdi>{providerName}</bdi>, {formatDate(date)}
    </>
  ),
  effect: () => 'this one day is opened within its locked period, to be confirmed and approved again.',
  decided: correctionMessages.opened,
  draft: ({ providerId, date }) => `correcting/${providerId}/${date}`,
  above: (plan) => <Touched plan={plan} />,
})

/** Asks for the reason, opens the day, and shows its correction. */
export const useCorrectDay = (onChanged: () => void) => {
  const [, navigate] = useLocation()
  const opened = useRef<number>(undefined)
  const definition = useMemo(
    () =>
      definitionOf((id) => {
        opened.current = id
      }),
    [],
  )
  const show = useCallback(() => {
    if (opened.current !== undefined) navigate(correctionAddress(opened.current))
  }, [navigate])
  return useDecision(definition, onChanged, show)
}
