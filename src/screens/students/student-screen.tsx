import { Alert, Anchor, Badge, Group, Stack, Title } from '@mantine/core'
import { Suspense, useState } from 'react'
import { callOf } from '#contract/call.ts'
import { getStudent, type MandatedService, type StudentDetail } from '#contract/students.ts'
import { studentMessages } from '#domain/mandated-minutes.ts'
import { formatDate } from '#domain/time.ts'
import { counted, inWords } from '#domain/words.ts'
import { useList } from '#screens/list/use-list.ts'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { RecordFrame } from '#screens/record-frame.tsx'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { Facts } from '#ui/facts/facts.tsx'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import { StudentRange } from './student-range.tsx'
import { StudentSessions, studentSessions } from './student-sessions.tsx'

const StudentMinutesPanel = lazyPart(async () => (await import('./student-minutes-chart.tsx')).StudentMinutesPanel)

const columns: readonly Column<MandatedService>[] = [
  { key: 'service', title: 'Service', render: ({ serviceName }) => serviceName },
  { key: 'frequency', title: 'Frequency', render: ({ serviceFrequency }) => serviceFrequency },
  { key: 'duration', title: 'Duration', render: ({ duration }) => duration },
  { key: 'event', title: 'Event Frequency', render: ({ eventFrequency }) => eventFrequency },
  { key: 'type', title: 'Session Type', render: ({ sessionType }) => sessionType },
  {
    key: 'minutes',
    title: 'Minutes per Week',
    align: 'end',
    render: ({ weeklyMinutes }) => weeklyMinutes?.toLocaleString('en-US', { maximumFractionDigits: 1 }) ?? '',
  },
]

/** '3 sessions to come are still at Lincoln.' */
const leftBehindInWords = ({ isActive, leftBehind: { count, schoolNames } }: StudentDetail): string => {
  const sessions = `${counted(count, 'session')} to come`
  return isActive
    ? `${sessions} ${count === 1 ? 'is' : 'are'} still at ${inWords(schoolNames)}.`
    : `The student is inactive, but has ${sessions}.`
}

const StudentPage = ({ student }: { readonly student: StudentDetail }) => {
  const { providerId, providerName, comingTherapist } = student
  const therapist =
    providerId === null || providerName === null ? 'None' : <ProviderLink id={providerId} name={providerName} />
  const coming = comingTherapist && <ProviderLink id={comingTherapist.id} name={comingTherapist.name} />
  const [definition] = useState(() => studentSessions(student.id))
  const list = useList(definition)
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
          {student.name}
        </Title>
        <Badge variant="default">{student.isActive ? 'Active' : 'Inactive'}</Badge>
      </Group>
      <Facts
        facts={[
          ['School', student.schoolName],
          ['Therapist', therapist],
          ...(comingTherapist ? [[`From ${formatDate(comingTherapist.from)}`, coming] as const] : []),
        ]}
      />
      {student.leftBehind.count > 0 && (
        <Alert color="yellow" variant="light">
          {leftBehindInWords(student)}{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            onClick={() => list.send({ type: 'filters.change', filters: { period: 'upcoming' } })}
          >
            Show {student.leftBehind.count === 1 ? 'it' : 'them'} below
          </Anchor>
        </Alert>
      )}
      <Stack gap="xs" component="section" aria-labelledby="student-frequencies">
        <Title order={2} id="student-frequencies">
          Frequencies
        </Title>
        <DataTable
          ariaLabel="Frequencies"
          columns={columns}
          rows={student.frequencies}
          keyOf={({ id }) => id}
          emptyText={studentMessages.noSessions}
        />
      </Stack>
      <Stack gap="xs">
        <Title order={2}>Minutes</Title>
        <StudentRange list={list} schoolYearFrom={student.schoolYearFrom} />
        <Suspense>
          <StudentMinutesPanel studentId={student.id} list={list} />
        </Suspense>
      </Stack>
      <StudentSessions list={list} />
    </Stack>
  )
}

const readStudent = callOf(getStudent, (id: number) => ({ params: { id } }))

/** One student: mandated and delivered minutes, and all sessions. */
export const StudentScreen = () => (
  <RecordFrame
    title="Student"
    read={readStudent}
    missing={studentMessages.missing}
    failed="The student could not be loaded."
  >
    {(student) => <StudentPage student={student} />}
  </RecordFrame>
)
