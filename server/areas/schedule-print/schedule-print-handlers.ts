import { eq } from 'drizzle-orm'
import { MAX_PRINTED_DAYS } from '#contract/schedule-print.ts'
import { printedFilters, printFileName, printTitle } from '#domain/printed-schedule.ts'
import { daysBetween, eachDay } from '#domain/time.ts'
import { approvedDateOf } from '#server/areas/provider-days/day-status.ts'
import { daysOfRows, wireEvents } from '#server/areas/schedule/calendar-query.ts'
import { creatorOf, readSpan, refuseSpan, rowsOf, type SpanBody } from '#server/areas/schedule/read-span.ts'
import { readTimeOff } from '#server/areas/time-off/time-off-of-days.ts'
import type { Db } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { providers } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { runInThread } from '#server/documents/document-threads.ts'
import { providerScope } from '#server/http/access.ts'
import { type Caller, FileReply, type HandlersOf } from '#server/http/handler.ts'
import { printedProviders } from './printed-providers.ts'

/** The filters in words. */
const namesOf = async (db: Db, { providerId, schoolId }: SpanBody) => {
  const [provider] = providerId
    ? await db.select({ name: providerName }).from(providers).where(eq(providers.id, providerId))
    : []
  const [school] = schoolId ? await db.select({ name: schools.name }).from(schools).where(eq(schools.id, schoolId)) : []
  return { provider: provider?.name, school: school?.name }
}

/** As on the calendar: a search, or a filter by student or creator, shows only sessions. */
const timeOffOf = async (db: Db, user: Caller, body: SpanBody) => {
  const { fromDateTime: from, toDateTime: to, providerId, schoolId, studentId, keywords } = body
  const scope = providerScope(user)
  if (scope !== undefined && providerId !== undefined && providerId !== scope) return []
  if (creatorOf(user, body) !== undefined || studentId !== undefined || keywords?.trim()) return []
  return readTimeOff(db, { from, to, providerId: scope ?? providerId, schoolId })
}

export const schedulePrintHandlers: HandlersOf<'downloadScheduleEvents'> = {
  downloadScheduleEvents: async ({ body, db, user, now, timeZone }) => {
    const span = { from: body.fromDateTime, to: body.toDateTime }
    if (daysBetween(span.from, span.to) >= MAX_PRINTED_DAYS) {
      refuseSpan('toDateTime', `At most ${MAX_PRINTED_DAYS} days can be printed at once`)
    }
    const rows = await readSpan(db, user, body)
    const events = wireEvents(rows)
    const hours = await rowsOf(db, body, events)
    const timeOff = await timeOffOf(db, user, body)
    // A provider who asks for another's schedule gets an empty one, and does not learn the name.
    const names = rows.length > 0 || providerScope(user) === undefined ? await namesOf(db, body) : {}
    const [owner] = await db.select({ name: organisation.name }).from(organisation)
    const notes = printedFilters({
      ...names,
      isOfOneStudent: body.studentId !== undefined,
      isSearched: Boolean(body.keywords?.trim()),
    })
    const isDay = span.from === span.to
    const bytes = await runInThread('printSchedule', {
      options: {
        orientation: isDay ? 'portrait' : 'landscape',
        title: printTitle(span),
        organisation: owner?.name ?? '',
        notes: notes ? [notes] : [],
        now,
        timeZone,
      },
      providers: printedProviders(
        eachDay(span.from, span.to),
        events,
        daysOfRows(rows).map(approvedDateOf),
        hours,
        timeOff,
      ),
      isDay,
    })
    return new FileReply(bytes, printFileName(span))
  },
}
