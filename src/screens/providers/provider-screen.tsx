import { Alert, Anchor, Badge, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { callOf } from '#contract/call.ts'
import {
  getProviderHours,
  getProviderOverview,
  getProviderRates,
  getProviderStudents,
  getProviderTimeOff,
  type ProviderOverview,
  type ProviderRates,
  type ProviderStudents,
  type ProviderTimeOff,
} from '#contract/provider-page.ts'
import { reportPlaces } from '#contract/reports/report-places.ts'
import { ACCOUNT_STATE_NAMES } from '#domain/account.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import { providerMessages } from '#domain/provider-form.ts'
import { PHONE_NAMES, PROVIDER_PHONES } from '#domain/provider-phones.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'
import { ptoStatusName } from '#domain/time-off.ts'
import { counted } from '#domain/words.ts'
import { RequiredDocuments } from '#screens/documents/required-documents.tsx'
import { PagePanel } from '#screens/page-panel.tsx'
import { RecordFrame } from '#screens/record-frame.tsx'
import { PageLink, RecordLink, useMayOpen } from '#screens/record-link.tsx'
import { StudentLink } from '#screens/students/student-link.tsx'
import { PtoStatus } from '#screens/time-off/pto-status.tsx'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { Facts } from '#ui/facts/facts.tsx'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import { AttachedDocuments, readDocuments } from './attached-documents.tsx'
import { workLeftInWords } from './hand-over-words.ts'
import { inviteLabel, useInvitation } from './invite-providers.tsx'
import { ProviderWeek } from './provider-week.tsx'
import { useResetPassword, whyNoReset } from './reset-password-dialog.tsx'

const HoursChart = lazyPart(async () => (await import('./provider-hours-chart.tsx')).ProviderHoursChart)

const ofProvider = (id: number) => ({ params: { id } })
const readOverview = callOf(getProviderOverview, ofProvider)
const readHours = callOf(getProviderHours, ofProvider)
const readStudents = callOf(getProviderStudents, ofProvider)
const readTimeOff = callOf(getProviderTimeOff, ofProvider)
const readRates = callOf(getProviderRates, ofProvider)

const minutes = (count: number) => count.toLocaleString('en-US', { maximumFractionDigits: 1 })
const dollars = (rate: string) => `$${rate}`

const studentColumns: readonly Column<ProviderStudents['students'][number]>[] = [
  { key: 'student', title: 'Student Name', render: ({ id, name }) => <StudentLink id={id} name={name} /> },
  { key: 'school', title: 'School Name', render: ({ schoolName }) => schoolName },
  { key: 'services', title: 'Services', render: ({ services }) => services.join(', ') },
  {
    key: 'minutes',
    title: 'Needed Minutes per Week',
    align: 'end',
    render: ({ weeklyMinutes }) => (weeklyMinutes === null ? '' : minutes(weeklyMinutes)),
  },
]

const timeOffColumns: readonly Column<ProviderTimeOff['next'][number]>[] = [
  { key: 'date', title: 'Date', render: ({ requestedDate }) => formatDate(requestedDate) },
  { key: 'time', title: 'Time', render: ({ startTime, endTime }) => formatTimeRange(startTime, endTime) },
  { key: 'hours', title: 'Hours', align: 'end', render: ({ totalHours }) => formatHours(hundredthsOf(totalHours)) },
  {
    key: 'status',
    title: 'Status',
    render: ({ statusId }) => <PtoStatus pto={{ statusId, status: ptoStatusName(statusId), isOverBalance: false }} />,
  },
]

const rateColumns: readonly Column<ProviderRates[number]>[] = [
  { key: 'type', title: 'Rate Type', render: ({ rateType }) => rateType },
  { key: 'rate', title: 'Rate', align: 'end', render: ({ inForce }) => (inForce ? dollars(inForce.rate) : '') },
  { key: 'since', title: 'Since', render: ({ inForce }) => (inForce ? formatDate(inForce.since) : '') },
  {
    key: 'next',
    title: 'Next Change',
    render: ({ next }) => (next ? `${dollars(next.rate)} on ${formatDate(next.since)}` : ''),
  },
]

const Sum = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" fw={600} mb={4}>
    {children}
  </Text>
)

interface PageProps {
  readonly provider: ProviderOverview
  readonly onChange: () => void
}

const ProviderPage = ({ provider, onChange }: PageProps) => {
  const { id, name, providerType, status, emailId, schools, services, workLeft } = provider
  const { accountState } = provider
  const resetting = useResetPassword(onChange)
  const invitation = useInvitation(onChange)
  const invite = inviteLabel(accountState)
  const mayReadDocuments = useMayOpen('ManageDocuments')
  const [uploads, setUploads] = useState(0)
  const countUpload = useCallback(() => setUploads((before) => before + 1), [])
  const edit = { href: `/edit-provider/${id}`, screenKey: 'ProviderProfileInformation' } as const
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" style={{ minWidth: 0 }}>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Badge variant="default" tt="none">
            {status}
          </Badge>
          {(accountState === 'notInvited' || accountState === 'invited') && (
            <Badge variant="default" tt="none">
              {ACCOUNT_STATE_NAMES[accountState]}
            </Badge>
          )}
        </Group>
        <Group gap="md">
          <PageLink {...edit}>Edit</PageLink>
          <PageLink {...edit} href={`/edit-provider/${id}/view`}>
            Profile
          </PageLink>
          <PageLink {...edit} href={`/hand-over/${id}`}>
            Hand Over
          </PageLink>
          {invite !== undefined && (
            <Anchor component="button" type="button" size="sm" onClick={() => invitation.begin({ id, name })}>
              {invite}
            </Anchor>
          )}
          {whyNoReset(provider) === undefined && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => resetting.open({ id, providerName: name })}
            >
              Reset Password
            </Anchor>
          )}
          <PageLink href={`/schedule-event-viewer?provider=${id}`} screenKey="ScheduleEventViewer">
            Calendar
          </PageLink>
          <PageLink href={`/people?${new URLSearchParams({ search: name })}`} screenKey={undefined}>
            People
          </PageLink>
        </Group>
      </Group>
      {workLeft && (
        <Alert color="yellow" variant="light" style={{ overflowWrap: 'anywhere' }}>
          {workLeftInWords(workLeft)}{' '}
          <PageLink {...edit} href={`/hand-over/${id}`}>
            Hand over
          </PageLink>
        </Alert>
      )}
      {resetting.dialog}
      {invitation.dialog}
      <Facts
        facts={[
          ['Type', providerType],
          ['Email', emailId],
          ...PHONE_NAMES.map((phone) => [PROVIDER_PHONES[phone].short, provider[phone]] as const),
          ['Schools', schools.join(', ') || 'None'],
          ['Services', services.join(', ') || 'None'],
        ]}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" verticalSpacing="lg">
        <Stack gap="lg" miw={0}>
          <ProviderWeek providerId={id} />
          <PagePanel
            title="Caseload"
            follows={[{ topic: 'students', provider: id }]}
            read={readStudents}
            subject={id}
            failed="The caseload could not be loaded."
            height={176}
            actions={
              <PageLink href={`/caseload-record?providerId=${id}`} screenKey="Caseloads">
                All students
              </PageLink>
            }
          >
            {({ total, weeklyMinutes, students }) => (
              <>
                {total > 0 && (
                  <Sum>{`${counted(total, 'student')}, ${minutes(weeklyMinutes)} minutes needed per week`}</Sum>
                )}
                <DataTable
                  ariaLabel="Caseload"
                  columns={studentColumns}
                  rows={students}
                  keyOf={(student) => student.id}
                  emptyText={providerMessages.empty}
                />
                {total > students.length && (
                  <Text size="sm" c="dimmed" mt={4}>
                    {`The first ${students.length} of ${total.toLocaleString('en-US')}`}
                  </Text>
                )}
              </>
            )}
          </PagePanel>
        </Stack>
        <Stack gap="lg" miw={0}>
          <PagePanel
            title="Hours"
            follows={[
              { topic: 'days', provider: id },
              { topic: 'sessions', provider: id },
            ]}
            read={readHours}
            subject={id}
            failed="The hours could not be loaded."
            height={176}
            actions={
              <PageLink href={`${reportPlaces.attendance.path}?providerId=${id}`} screenKey={undefined}>
                Attendance
              </PageLink>
            }
          >
            {(weeks) => (
              <Suspense>
                <HoursChart weeks={weeks} />
              </Suspense>
            )}
          </PagePanel>
          <PagePanel
            title="Time off"
            follows={[{ topic: 'timeOff', provider: id }]}
            read={readTimeOff}
            subject={id}
            failed="The time off could not be loaded."
            height={176}
            actions={
              <PageLink href={`/pto-record?providerIds=${id}`} screenKey="PTORequest">
                All requests
              </PageLink>
            }
          >
            {({ balanceHours, pendingCount, next }) => (
              <>
                <Sum>
                  {formatHours(hundredthsOf(balanceHours))} hours available,{' '}
                  <RecordLink
                    href={`/pto-record?providerIds=${id}&statusId=1`}
                    screenKey="PTORequest"
                    name={`${counted(pendingCount, 'request')} to answer`}
                  />
                </Sum>
                <DataTable
                  ariaLabel="Time off"
                  columns={timeOffColumns}
                  rows={next}
                  keyOf={(request) => request.id}
                  emptyText={providerMessages.empty}
                />
              </>
            )}
          </PagePanel>
          <PagePanel
            title="Rates"
            follows={[{ topic: 'providers', provider: id }]}
            read={readRates}
            subject={id}
            failed="The rates could not be loaded."
            height={90}
            actions={<PageLink {...edit}>Change rates</PageLink>}
          >
            {(rates) => (
              <DataTable
                ariaLabel="Rates"
                columns={rateColumns}
                rows={rates}
                keyOf={({ rateType }) => rateType}
                emptyText={providerMessages.empty}
              />
            )}
          </PagePanel>
          {mayReadDocuments && <RequiredDocuments providerId={id} onUploaded={countUpload} />}
          <PagePanel
            key={uploads}
            title="Attachments"
            follows={[{ topic: 'documents', provider: id }]}
            read={readDocuments}
            subject={id}
            failed="The documents could not be loaded."
            height={90}
          >
            {(documents) => <AttachedDocuments documents={documents} />}
          </PagePanel>
        </Stack>
      </SimpleGrid>
    </Stack>
  )
}

/** One provider at a glance, for administrators. */
export const ProviderScreen = () => (
  <RecordFrame
    title="Provider"
    follows={(provider) => [{ topic: 'providers', provider }, { topic: 'sessions', provider }, { topic: 'users' }]}
    read={readOverview}
    missing={providerMessages.missing}
    failed="The provider could not be loaded."
  >
    {(provider, refresh) => <ProviderPage provider={provider} onChange={refresh} />}
  </RecordFrame>
)
