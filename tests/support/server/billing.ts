/** A half-month of work for tests: added, confirmed and approved over HTTP, at the time when each of it happens. */
import {
  addSession,
  afterwards,
  CASELOAD_IDS,
  confirmHours,
  occurrenceIdsOn,
  SCHOOL_IDS,
  SERVICE_IDS,
  type Tokens,
} from './schedule.ts'
import { PEOPLE, type TestServer } from './test-server.ts'

type School = keyof typeof SCHOOL_IDS

/** The first half of November, over on `TEST_NOW`. */
export const NOVEMBER = { startDate: '2026-11-01', endDate: '2026-11-15' }

const WHO = {
  paul: { ...PEOPLE.Providers, students: { lincoln: CASELOAD_IDS.ana, maple: CASELOAD_IDS.chi, northgate: 0 } },
  sofia: { ...PEOPLE.SpecialProvider, students: { lincoln: CASELOAD_IDS.dora, maple: 0, northgate: CASELOAD_IDS.eli } },
}

/** A day of work at a school, by default Paul's occupational therapy at Lincoln from 9 to 10. */
export interface Work {
  date: string
  by?: 'paul' | 'sofia'
  at?: School
  startTime?: string
  endTime?: string
  serviceId?: number
  /** Chosen by an administrator; providers can't choose one. */
  rateTypeId?: number
  isTimesheetReq?: boolean
  isZeroHours?: boolean
  /** By default one of the provider's at the school. */
  students?: (keyof typeof CASELOAD_IDS)[]
}

const BEFORE = new Date('2026-10-30T12:00:00Z')

/** Adds its session before the period begins. */
export const plan = async (server: TestServer, work: Work): Promise<void> => {
  const { date, by = 'paul', at = 'lincoln', startTime = '09:00', endTime = '10:00', rateTypeId } = work
  const { userId, providerId, students } = WHO[by]
  const now = server.now
  server.now = BEFORE
  const token = await server.tokenOf(rateTypeId === undefined ? userId : PEOPLE.Administrators.userId)
  await addSession(server, token, {
    date,
    startTime,
    endTime,
    schoolId: SCHOOL_IDS[at],
    serviceId: work.serviceId ?? SERVICE_IDS.ot,
    caseloadIds: work.students?.map((name) => CASELOAD_IDS[name]) ?? [students[at]],
    isTimesheetReq: work.isTimesheetReq ?? true,
    ...(rateTypeId !== undefined && { rateTypeId, providerId }),
  })
  server.now = now
}

/** Confirms its hours. */
export const confirm = (server: TestServer, token: Tokens, work: Work) => {
  const { date, by = 'paul', at = 'lincoln', startTime = '09:00', endTime = '10:00', serviceId = SERVICE_IDS.ot } = work
  const { providerId } = WHO[by]
  return confirmHours(server, token[by], {
    ...{ providerId, date, schoolId: SCHOOL_IDS[at], startTime, endTime, serviceId },
    ...(work.isZeroHours && { isZeroHours: true }),
  })
}

/** Approves the provider's day. */
export const approve = (server: TestServer, token: Tokens, { date, by = 'paul' }: Pick<Work, 'date' | 'by'>) =>
  afterwards(server, token.ada, { date }, async (then) => {
    const [id] = await occurrenceIdsOn(server, await server.tokenOf(WHO[by].userId), date)
    const scheduleEventRecurrence = [{ id, recurrenceDate: date }]
    return server.call('approveScheduleEvents', { token: then, body: { scheduleEventRecurrence } })
  })

/** Plans, confirms and approves. @throws if one of it is refused */
export const work = async (server: TestServer, token: Tokens, ...days: Work[]): Promise<void> => {
  for (const day of days) await plan(server, day)
  for (const day of days.filter(({ isTimesheetReq }) => isTimesheetReq !== false)) {
    const { status, message } = await confirm(server, token, day)
    if (status !== 200) throw new Error(message)
  }
  for (const day of days) {
    const { status, message, data } = await approve(server, token, day)
    if (status !== 200) throw new Error(`${message} ${JSON.stringify(data)}`)
  }
}
