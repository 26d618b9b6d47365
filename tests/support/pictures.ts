/** Pictures of a screen for a person to look at: `SHOTS=<folder>` asks for them. */
import type { Page } from 'playwright-core'

const folder = process.env.SHOTS

/** Light, dark and on a phone. */
export const takePictures = async (page: Page, name: string): Promise<void> => {
  if (!folder) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}/${name} ${colorScheme}.png`, fullPage: true })
  }
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `${folder}/${name} phone.png`, fullPage: true })
  if (size) await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: 'light' })
}
