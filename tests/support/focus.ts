import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

export const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement)

/** The focus moves once what opens has been rendered, or what closes is gone: a key pressed earlier goes elsewhere. */
export const waitForFocus = (control: Locator): Promise<void> => expect.poll(() => hasFocus(control)).toBe(true)
