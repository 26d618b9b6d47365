/** Positions on a week grid that shows 07:00 to 23:59. */
import type { Page } from 'playwright-core'
import { type LocalDate, type LocalTime, minutesOf } from '#domain/time.ts'
import type { Point } from './finger.ts'

/** The middle of a day's column at a time. */
export const pointAt = async (page: Page, date: LocalDate, time: LocalTime): Promise<Point> => {
  const box = await page.locator(`[data-day="${date}"]`).boundingBox()
  if (!box) throw new Error(`No column of ${date}`)
  const [from, to] = [7 * 60, 24 * 60]
  return { x: box.x + box.width / 2, y: box.y + ((minutesOf(time) - from) / (to - from)) * box.height }
}

/** Drags with the mouse from one day and time to another. */
export const drag = async (page: Page, from: [LocalDate, string], to: [LocalDate, string]) => {
  const start = await pointAt(page, ...from)
  const end = await pointAt(page, ...to)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2)
  await page.mouse.move(end.x, end.y)
  await page.mouse.up()
}
