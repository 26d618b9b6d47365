import type { Page } from 'playwright-core'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Touches as the browser itself sends them, so that scrolling and long presses are real. */
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

/** Presses on what the week grid lets move until it does, drags it along the points and lets go. */
export const longDrag = async (page: Page, from: Point, ...path: Point[]): Promise<void> => {
  const { down, move, up } = await fingerOn(page)
  await down(from)
  await page.locator('[data-doing]').waitFor()
  for (const point of path) await move(point)
  await up()
}
