/** The lists behind what needs the signed-in user. */

import { newsSince, undismissedSince } from '#server/areas/notifications/news.ts'
import { readOpenDays, readUnconfirmedProviders } from '#server/areas/provider-days/open-days.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { providerScope } from '#server/http/access.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { ownIds } from './needs-you.ts'
import { readChanges } from './session-changes.ts'
import { readStudentsBehind } from './students-behind.ts'

export const openWorkHandlers: HandlersOf<
  'getOpenDays' | 'getUnconfirmedProviders' | 'getSessionChanges' | 'getStudentsBehind'
> = {
  getOpenDays: async ({ query, db, user, now, timeZone }) => {
    const scope = providerScope(user)
    const providerIds = scope === undefined ? query.providerIds : ownIds(scope)
    const { total, days } = await readOpenDays(db, { ...query, providerIds, now, timeZone }, rangeOf(query))
    return replyPage(query, days, total)
  },

  getUnconfirmedProviders: async ({ query, db, now, timeZone }) => {
    const { total, providers } = await readUnconfirmedProviders(db, { now, timeZone }, rangeOf(query))
    return replyPage(query, providers, total)
  },

  getSessionChanges: async ({ query, db, user, now, timeZone }) => {
    const news = { db, user, now, timeZone }
    const since = query.stage === 3 ? await undismissedSince(news, 'decidedChanges') : newsSince(now, timeZone)
    const filter = { providerId: providerScope(user), stage: query.stage, since, timeZone }
    const { total, changes } = await readChanges(db, filter, rangeOf(query))
    return replyPage(query, changes, total)
  },

  getStudentsBehind: async ({ query, db, now, timeZone }) => {
    const { total, students } = await readStudentsBehind(db, { now, timeZone }, rangeOf(query))
    return replyPage(query, students, total)
  },
}
