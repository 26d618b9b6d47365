import type { Page } from 'playwright-core'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Sends touches through the browser's input pipeline, so that scrolling and long presses are real. */
export const fingerOn = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  return {
    down: (at: Point) => send('touchStart', at),
    move: (at: Point) => send('touchMove', at),
    up: () => send('touchEnd'),
  }
}

/** Long-presses an item of the week grid until it can be moved, drags it along the points, and releases it. */
export const longDrag = async (page: Page, from: Point, ...path: Point[]): Promise<void> => {
  const { down, move, up } = await fingerOn(page)
  await down(from)
  await page.locator('[data-doing]').waitFor()
  for (const point of path) await move(point)
  await up()
}
