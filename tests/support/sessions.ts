import type { Page } from 'playwright-core'
import { z } from 'zod'
import { sessionSchema } from '#contract/login.ts'
import { type CalendarEvent, getScheduleEvents } from '#contract/schedule.ts'
import { addDays, type LocalDate, startOfWeek } from '#domain/time.ts'

const replySchema = z.object({ data: getScheduleEvents.data })

interface Span {
  readonly from: LocalDate
  /** The last day, inclusive. */
  readonly to: LocalDate
  readonly providerId?: number
}

/** The access token of the signed-in user. */
export const tokenIn = async (page: Page): Promise<string> => {
  const kept = await page.evaluate(() => localStorage.getItem('userSession'))
  return sessionSchema.parse(JSON.parse(kept ?? 'null')).accessToken
}

/** The sessions that Manage Schedule would load for the signed-in user, requested directly from the server. */
export const sessionsBetween = async (page: Page, { from, to, providerId }: Span): Promise<CalendarEvent[]> => {
  const reply = await page.request.post(getScheduleEvents.path, {
    maxRetries: 2,
    headers: { token: await tokenIn(page) },
    data: { languageId: 1, fromDateTime: from, toDateTime: to, ...(providerId !== undefined && { providerId }) },
  })
  if (!reply.ok()) throw new Error(`No sessions from ${from} to ${to}: ${await reply.text()}`)
  return replySchema.parse(await reply.json()).data.events
}

export const weekAround = (date: LocalDate): Span => {
  const from = startOfWeek(date)
  return { from, to: addDays(from, 6) }
}

/** A provider's sessions in the week of a day. */
export const weekOf = (page: Page, { providerId }: Pick<CalendarEvent, 'providerId'>, date: LocalDate) =>
  sessionsBetween(page, { ...weekAround(date), providerId })
