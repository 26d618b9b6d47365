import { Alert, Anchor, List, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { callOf } from '#contract/call.ts'
import { getOriginalPto, type Pto } from '#contract/time-off.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import { formatDate, formatTime, formatTimeRange } from '#domain/time.ts'
import { PTO_STATES, ptoStateOf } from '#domain/time-off.ts'
import { defineDetails } from '#screens/details/define-details.tsx'
import { HistoryLink } from '#screens/history-link.tsx'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { timeOf } from './pto-columns.tsx'
import classes from './pto-details-dialog.module.css'
import { PtoStatus } from './pto-status.tsx'

const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface DetailsProps {
  readonly pto: Pto
  readonly isForAdministrator: boolean
}

const Details = ({ pto, isForAdministrator }: DetailsProps) => (
  <Stack gap="sm">
    {pto.notes !== '' && (
      <Alert color="red">
        <Text fw={600}>{PTO_STATES[ptoStateOf(pto.statusId)].note}</Text>
        <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{pto.notes}</Text>
      </Alert>
    )}
    <dl className={classes.lines}>
      {isForAdministrator && <Line name="Provider Name">{pto.providerName}</Line>}
      <Line name="Status">
        <PtoStatus pto={pto} />
        {pto.decidedBy !== null && pto.decidedOn !== null && (
          <Text span size="sm" c="dimmed" ml="xs">
            {pto.decidedBy}, {formatDate(pto.decidedOn)}
          </Text>
        )}
        <HistoryLink workflow="time-off/pto-request" entity={String(pto.id)} name={timeOf(pto)} ml="xs" />
      </Line>
      <Line name="Requested On">{formatDate(pto.requestedOn)}</Line>
      <Line name="Requested Date">{formatDate(pto.requestedFor)}</Line>
      <Line name="Start Time">{formatTime(pto.startTime)}</Line>
      <Line name="End Time">{formatTime(pto.endTime)}</Line>
      <Line name="Total Hours">{formatHours(hundredthsOf(pto.totalHours))}</Line>
      {isForAdministrator && <Line name="Balance">{formatHours(hundredthsOf(pto.balanceHours))} h</Line>}
      <Line name="Reason">{pto.reason}</Line>
    </dl>
    {pto.bookedSessions.length > 0 && (
      <Alert color="yellow">
        <Text fw={600}>Sessions at this time</Text>
        <List size="sm">
          {pto.bookedSessions.map((session) => (
            <List.Item key={session.id}>
              {formatTimeRange(session.startTime, session.endTime)}, {session.title}, {session.schoolName}
            </List.Item>
          ))}
        </List>
        {isForAdministrator && (
          <Anchor component={Link} href={providerDayAddress(pto.providerId, pto.requestedDate)} size="sm">
            Show the day
          </Anchor>
        )}
      </Alert>
    )}
  </Stack>
)

/**
 * 'View PTO': one request and its history.
 *
 * @param isForAdministrator also shows the provider and links to the sessions
 */
export const ptoDetails = (isForAdministrator: boolean) =>
  defineDetails({
    read: callOf(getOriginalPto, ({ id }: Pto) => ({ params: { id } })),
    titleOf: () => 'View PTO',
    failure: 'The request could not be loaded.',
    body: (pto) =>
      pto === undefined ? (
        <Skeleton height={180} role="status" aria-label="Loading..." />
      ) : (
        <Details pto={pto} isForAdministrator={isForAdministrator} />
      ),
  })
