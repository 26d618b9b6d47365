import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

export const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement)

/** The focus moves once what opens has been rendered, or what closes is gone: a key pressed earlier goes elsewhere. */
export const waitForFocus = (control: Locator): Promise<void> => expect.poll(() => hasFocus(control)).toBe(true)

/** The same for a dialog, in which something has the focus. */
export const waitForFocusWithin = (dialog: Locator): Promise<void> =>
  expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)

/** Presses Tab until the control has the focus, so that only what users can reach by Tab is reachable here. */
export const tabTo = async (control: Locator, most = 120): Promise<void> => {
  await control.waitFor()
  for (let stops = 0; stops < most; stops += 1) {
    if (await hasFocus(control)) return
    await control.page().keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${control}`)
}
