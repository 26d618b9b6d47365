/** What every control of the portal has from its theme and shared components, beyond what axe checks. */
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useGallery } from '#tests/support/gallery.ts'

const gallery = useGallery(fileURLToPath(new URL('controls', import.meta.url)), {
  viewport: { width: 1280, height: 1100 },
  reducedMotion: 'reduce',
})

const open = async (scheme: 'light' | 'dark' = 'light', options: BrowserContextOptions = {}): Promise<Page> => {
  const page = await gallery.open(`scheme=${scheme}`, options)
  await page.getByRole('heading', { name: 'Controls' }).waitFor()
  return page
}

const styleOf = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

/** WCAG's contrast of two CSS colors like `rgb(1, 2, 3)`. */
const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [one, other]
    .map((color) => {
      const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number).map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    })
    .sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('fields say that they are required, what is chosen, and which group they belong to', async () => {
  const page = await open()
  for (const label of ['Name', 'Day', 'Start', 'School']) {
    const field = page
      .getByRole('textbox', { name: label, exact: true })
      .or(page.getByRole('combobox', { name: label, exact: true }))
    expect([label, await field.evaluate((input: HTMLInputElement) => input.required)]).toEqual([label, true])
  }
  await page.getByRole('radiogroup', { name: 'Pattern' }).waitFor()
  const described = page.getByRole('combobox', { name: 'Labels' }).or(page.getByRole('textbox', { name: 'Labels' }))
  expect(
    await described.evaluate(
      (input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.innerText,
    ),
  ).toBe('Selected: Present, Late')
})

test('a field names its list, which is not in the page before, when it is first focused', async () => {
  const page = await open()
  const field = page.getByRole('combobox', { name: 'Start', exact: true })
  expect(await page.getByRole('listbox', { includeHidden: true }).count()).toBe(0)
  await field.focus()
  const list = await field.getAttribute('aria-controls')
  expect([await field.getAttribute('aria-expanded'), await page.getByRole('listbox').getAttribute('id')]).toEqual([
    'true',
    list,
  ])
  await page.keyboard.press('ArrowDown')
  expect(await field.getAttribute('aria-activedescendant')).toBe(
    await page.getByRole('option', { name: '9:00 AM' }).getAttribute('id'),
  )
})

describe.each(['light', 'dark'] as const)('in %s mode', (scheme) => {
  test('edges of controls have 3:1, locked fields look different, and a field in error shows its focus', async () => {
    const page = await open(scheme)
    const around = await styleOf(page.locator('body'), 'background-color')
    const name = page.getByLabel('Name')
    const off = page.getByLabel('Off').locator('xpath=following-sibling::*[1]')
    for (const color of [
      await styleOf(name, 'border-top-color'),
      await styleOf(page.getByLabel('Open'), 'border-top-color'),
      await styleOf(off, 'background-color'),
    ]) {
      expect(contrast(color, around)).toBeGreaterThanOrEqual(3)
    }
    const locked = page.getByLabel('Locked')
    expect(await styleOf(locked, 'border-top-style')).toBe('dashed')
    expect(contrast(await styleOf(locked, 'color'), around)).toBeGreaterThanOrEqual(4.5)
    const wrong = page.getByLabel('Wrong')
    await wrong.focus()
    expect(await styleOf(wrong, 'outline-style')).toBe('solid')
    expect(contrast(await styleOf(wrong, 'outline-color'), around)).toBeGreaterThanOrEqual(3)
  })

  test('a link in an alert is as easy to read as the text around it, and is underlined', async () => {
    const page = await open(scheme)
    const link = page.getByRole('link', { name: 'Show the list', exact: true })
    const ground = await styleOf(page.getByRole('alert'), 'background-color')
    expect(contrast(await styleOf(link, 'color'), ground)).toBeGreaterThanOrEqual(7)
    expect(await styleOf(link, 'text-decoration-line')).toBe('underline')
  })
})

test('forced colors keep switches, radio buttons, the current page, and the chosen segment', async () => {
  const page = await open('light', { forcedColors: 'active' })
  const [on, off] = ['On', 'Off'].map((name) =>
    page.getByLabel(name, { exact: true }).locator('xpath=following-sibling::*[1]'),
  )
  if (!on || !off) throw new Error('No switches')
  expect(await styleOf(on, 'background-color')).not.toBe(await styleOf(off, 'background-color'))
  expect(await styleOf(off, 'border-top-style')).toBe('solid')
  const [chosen, other] = await Promise.all(
    ['Every day', 'Every month'].map((name) => styleOf(page.getByLabel(name), 'background-color')),
  )
  expect(chosen).not.toBe(other)
  expect(await styleOf(page.getByRole('link', { name: 'The page that is open' }), 'outline-style')).toBe('solid')
  expect(await styleOf(page.locator('.mantine-SegmentedControl-indicator'), 'outline-style')).toBe('solid')
})

test('small targets have 24 pixels, a badge keeps its text, and 320 pixels are wide enough', async () => {
  const page = await open('light', { viewport: { width: 320, height: 900 } })
  // A link in text needs no more than its line.
  const sizes = await page.locator('button:visible, a:not(.mantine-Anchor-root):visible').evaluateAll((targets) =>
    targets
      .map((target) => ({ name: target.ariaLabel ?? target.className, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 24 || box.width < 24)
      .map(({ name }) => name),
  )
  expect(sizes.filter((name) => name !== '')).toEqual([])
  const badge = page.getByText('Accepted')
  expect(await badge.evaluate((label) => label.scrollWidth <= label.clientWidth)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByLabel('Date', { exact: true }).click()
  await page.getByLabel('Month', { exact: true }).waitFor()
  await page.getByLabel('Year', { exact: true }).waitFor()
})

test('a tooltip opens on focus, stays under the pointer, and closes by Escape', async () => {
  const page = await open()
  await page.clock.install()
  const tip = page.getByRole('tooltip').filter({ hasText: 'Edit' })
  await page.getByLabel('Small').focus()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Edit OT' }).hover()
  await tip.waitFor()
  const box = await tip.boundingBox()
  if (!box) throw new Error('No tooltip')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 })
  // Longer than it takes to close after the pointer has left.
  await page.clock.fastForward(1000)
  expect(await tip.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'detached' })
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'Delete OT' }).focus()
  await page.keyboard.press('Shift+Tab')
  await tip.waitFor()
})

test('a destructive question names its act in red, and is described by its sentence', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Delete OT' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await dialog.waitFor()
  const describedBy = await dialog.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${describedBy}"]`).innerText()).toBe('It cannot be undone.')
  const [red = 0, green = 255] = (
    (await styleOf(dialog.getByRole('button', { name: 'Delete service' }), 'background-color')).match(/\d+/g) ?? []
  ).map(Number)
  expect(red).toBeGreaterThan(2 * green)
})
