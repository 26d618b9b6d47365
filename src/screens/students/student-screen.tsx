import { Badge, Group, Stack, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { Suspense, useState } from 'react'
import { useParams } from 'wouter'
import { callOf } from '#contract/call.ts'
import { getStudent, type MandatedService, type StudentDetail } from '#contract/students.ts'
import { studentMessages } from '#domain/mandated-minutes.ts'
import { idOfAddress } from '#screens/id-of-address.ts'
import { useList } from '#screens/list/use-list.ts'
import { useDetailsOf } from '#screens/use-calls.ts'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { Facts } from '#ui/facts/facts.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import { LoadingScreen } from '#ui/loading-screen/loading-screen.tsx'
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

const StudentPage = ({ student }: { readonly student: StudentDetail }) => {
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
          ['Therapist', student.providerName ?? 'None'],
        ]}
      />
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

const StudentById = ({ id }: { readonly id: number }) => {
  const details = useDetailsOf(readStudent, id)
  const { data, message } = useSelector(details, ({ context }) => context)
  const isFailed = useSelector(details, (snapshot) => snapshot.hasTag('failed'))
  if (data) return <StudentPage student={data} />
  return (
    <Stack gap="md">
      <Title order={1}>Student</Title>
      {isFailed ? (
        <FailedToRead
          message={message ?? 'The student could not be loaded.'}
          onRetry={() => details.send({ type: 'details.retry' })}
        />
      ) : (
        <LoadingScreen />
      )}
    </Stack>
  )
}

/** One student: mandated and delivered minutes, and all sessions. */
export const StudentScreen = () => {
  const id = idOfAddress(useParams<{ id: string }>().id)
  if (id === undefined) {
    return (
      <Stack gap="md">
        <Title order={1}>Student</Title>
        {studentMessages.missing}
      </Stack>
    )
  }
  return <StudentById key={id} id={id} />
}
