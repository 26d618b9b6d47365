import {
  getStudent,
  getStudentMinutes,
  getStudentSessions,
  type StudentDetail,
  type StudentFilters,
  type StudentMinutes,
  type StudentSession,
} from '#contract/students.ts'
import { fromCall } from '../from-call.ts'
import type { HttpClient } from '../http-client.ts'
import { listActors } from '../page-actors.ts'

const rangeOf = ({ from, to }: Pick<StudentFilters, 'from' | 'to'>) => ({ fromDate: from, toDate: to })

export const studentActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: StudentDetail }, { subject: number }>(async ({ subject: id }, signal) => ({
    data: await client.call(getStudent, { params: { id } }, { signal }),
  })),
})

export const studentMinutesActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: StudentMinutes }, { subject: StudentFilters }>(async ({ subject }, signal) => ({
    data: await client.call(
      getStudentMinutes,
      { params: { id: subject.studentId }, query: rangeOf(subject) },
      { signal },
    ),
  })),
})

/** The range narrows past sessions; those to come lie after it. */
export const studentSessionActors = (client: HttpClient) =>
  listActors<StudentSession, StudentFilters>(async ({ studentId: id, period, ...range }, paging, signal) => {
    const query = { period, ...(period === 'past' && rangeOf(range)), ...paging }
    const { sessions, totalRecords } = await client.call(getStudentSessions, { params: { id }, query }, { signal })
    return { rows: sessions, total: totalRecords }
  })
