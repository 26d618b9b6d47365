/** Entries of the form of a session that take more than one action. */
import type { Locator } from 'playwright-core'

/** Dropdowns render outside of their form. */
export const choose = async (form: Locator, list: string, option: string | RegExp): Promise<void> => {
  await form.getByRole('combobox', { name: list, exact: true }).click()
  await form.page().getByRole('option', { name: option }).first().click()
}

const centerOf = async (locator: Locator) => {
  await locator.scrollIntoViewIfNeeded()
  const box = await locator.boundingBox()
  if (!box) throw new Error(`Not on the page: ${locator}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags the first student of the caseload with the mouse; returns the student's name. */
export const dragStudent = async (form: Locator): Promise<string> => {
  const { mouse } = form.page()
  const chosen = form.locator('[data-rfd-droppable-id="Students in this session"]')
  const entry = form.locator('[data-rfd-droppable-id="Caseload"] [data-entry]').first()
  const name = await entry.locator('[data-name]').innerText()
  const already = await chosen.locator('[data-entry]').count()
  const from = await centerOf(entry.locator('[data-rfd-drag-handle-draggable-id]'))
  const to = await centerOf(chosen)
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move(from.x + 20, from.y, { steps: 4 })
  await mouse.move(to.x, to.y, { steps: 8 })
  await mouse.up()
  await chosen.locator('[data-entry]').nth(already).waitFor()
  return name
}
