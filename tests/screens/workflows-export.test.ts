/** A workflow as files and on paper: every format read by what it is for, and the pages that Chromium prints. */
import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import { XmlDocument } from 'libxml2-wasm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { usePortal } from '#tests/support/portal.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { catalog } from '#workflows/catalog.ts'
import { readChart } from '#workflows/model/read-chart.ts'

const { newPage, signIn } = usePortal()

const open = async (workflow: string): Promise<{ page: Page; title: string }> => {
  const { title = '' } = catalog.find(({ name }) => name === workflow) ?? {}
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/workflows?chart=${workflow}`)
  await page.getByRole('group', { name: title, exact: true }).waitFor()
  return { page, title }
}

const fileOf = async (page: Page, format: string) => {
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: new RegExp(`^${format} `) }).click()
  const file = await download
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
}

test('a workflow is downloaded for documents, spreadsheets and statechart tools', async () => {
  const { page } = await open('schedule/session-form')
  const workflow = catalog.find(({ name }) => name === 'schedule/session-form')
  if (!workflow) throw new Error('The session form is missing')
  const ids = readChart(workflow.machine).transitions.map(({ id }) => id)

  // It opens where it begins, with the head of the box around that.
  const frame = await page.locator('.react-transform-wrapper').boundingBox()
  const head = await page.locator('[data-state="sessionForm.purpose"] > text').first().boundingBox()
  expect(frame && head && head.y >= frame.y && head.y + head.height <= frame.y + frame.height).toBe(true)

  const svg = await fileOf(page, 'SVG')
  expect(svg.name).toBe('session-form.svg')
  expect(XmlDocument.fromBuffer(svg.content).root.get('//*[local-name()="title"]')?.content).toBe('Session form')

  const png = await fileOf(page, 'PNG')
  expect(png.name).toBe('session-form.png')
  expect(png.content.subarray(1, 4).toString()).toBe('PNG')

  const pdf = await fileOf(page, 'PDF')
  expect(pdf.name).toBe('session-form.pdf')
  const { title, pages, sizes } = await readPdf(pdf.content)
  expect(title).toBe('Session form')
  const [, , width = 0, height = 0] = (XmlDocument.fromBuffer(svg.content).root.attr('viewBox')?.value ?? '')
    .split(' ')
    .map(Number)
  expect(sizes).toEqual([[Math.round(width * 0.75), Math.round(height * 0.75)]])
  const words = XmlDocument.fromBuffer(svg.content).root.find('//*[local-name()="text"]')
  // Labels are drawn twice: their white outline, and themselves.
  expect([...new Set(pages[0])].sort()).toEqual([...new Set(words.map(({ content }) => content))].sort())

  const mermaid = await fileOf(page, 'Mermaid')
  expect(mermaid.name).toBe('session-form.mmd')
  expect(mermaid.content.toString().split('\n')[0]).toBe('stateDiagram-v2')
  expect(mermaid.content.toString()).toContain('Discard the changes')

  const json = await fileOf(page, 'XState JSON')
  expect(json.name).toBe('session-form.json')
  expect(readChart(createMachine(JSON.parse(json.content.toString()))).transitions.map(({ id }) => id)).toEqual(ids)

  const scxml = await fileOf(page, 'SCXML')
  expect(scxml.name).toBe('session-form.scxml')
  const document = XmlDocument.fromBuffer(scxml.content)
  const found = (xpath: string) => document.root.find(xpath, { s: 'http://www.w3.org/2005/07/scxml' })
  expect(document.root.name).toBe('scxml')
  expect(scxml.content.toString()).toContain('<!-- If the form can be edited -->')
  expect(found('//s:transition').length).toBe(ids.length)
  expect(found('//s:invoke/@src').map(({ content }) => content)).toEqual([
    'session-options.scxml',
    'session-students.scxml',
    'session-saving.scxml',
  ])

  const excel = await fileOf(page, 'Excel')
  expect(excel.name).toBe('session-form.xlsx')
  const book = read(excel.content)
  expect(book.SheetNames).toEqual(['Transitions', 'States'])
  const rows = utils.sheet_to_json<string[]>(book.Sheets.Transitions ?? {}, { header: 1 })
  expect(rows.length).toBe(ids.length + 1)
  expect(rows.find((row) => row[1] === 'Save')?.slice(0, 8)).toEqual([
    'Workflow › Editing',
    'Save',
    'the form can be edited',
    'Workflow › Saving',
    '',
    'save the session',
    'workflow.editing',
    'form.submit',
  ])
})

const pdfOf = async (page: Page) => readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))

test('a small workflow is printed on one landscape page, without the rest of the portal', async () => {
  const { page } = await open('session/forgot-password')
  await page.emulateMedia({ colorScheme: 'dark' })
  const { pages, sizes } = await pdfOf(page)
  expect(pages.length).toBe(1)
  expect(sizes).toEqual([[792, 612]])
  const [lines = []] = pages
  expect(lines[0]).toContain('Forgotten password')
  expect(lines.join(' ')).toContain('Page 1 of 1')
  expect(lines.join(' ')).toContain('The request was refused')
  for (const chrome of ['Workflows', 'Zoom', 'Download', 'How to read', 'Show code names'])
    expect(lines.join(' ')).not.toContain(chrome)
  // Nothing of it stays on screen.
  await page.emulateMedia({ media: 'screen' })
  expect(await page.getByText('Page 1 of 1').count()).toBe(0)
})

test('a large workflow is spread over pages that say where they belong, after an overview', async () => {
  const { page, title } = await open('schedule/timesheet-row')
  const { pages, sizes } = await pdfOf(page)
  expect(pages.length).toBeGreaterThan(2)
  expect(new Set(sizes.map(String))).toEqual(new Set(['792,612']))
  pages.forEach((lines, index) => {
    expect(lines.join(' ')).toContain(title)
    expect(lines.join(' ')).toContain(`Page ${index + 1} of ${pages.length}`)
  })
  expect(pages[0]?.join(' ')).toContain('Overview')
  expect(pages[1]?.join(' ')).toContain('A1')
  const all = pages.flat().join(' ')
  for (const { key } of Object.values(
    catalog.find(({ name }) => name === 'schedule/timesheet-row')?.machine.states ?? {},
  ))
    expect(all.toLowerCase()).toContain(key.replaceAll(/([A-Z])/g, ' $1').toLowerCase())
})

test('zoom to fit shows every part of the largest workflow, on a phone too', async () => {
  const { page, title } = await open('schedule/timesheet-row')
  const drawing = page.getByRole('group', { name: title, exact: true })
  const isWhole = async () => {
    await page.getByRole('button', { name: 'Zoom to fit' }).click()
    return drawing.evaluate((svg) => {
      const frame = svg.closest('.react-transform-wrapper')?.getBoundingClientRect()
      const box = svg.getBoundingClientRect()
      return (
        frame !== undefined &&
        box.left >= frame.left - 1 &&
        box.top >= frame.top - 1 &&
        box.right <= frame.right + 1 &&
        box.bottom <= frame.bottom + 1
      )
    })
  }
  await expect.poll(isWhole).toBe(true)
  // A larger window leaves it in the middle.
  await page.setViewportSize({ width: 1280, height: 1200 })
  const margins = () =>
    drawing.evaluate((svg) => {
      const around = svg.closest('.react-transform-wrapper')?.getBoundingClientRect()
      const box = svg.getBoundingClientRect()
      return around ? Math.abs(box.top - around.top - (around.bottom - box.bottom)) : Number.NaN
    })
  await expect.poll(margins).toBeLessThan(4)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(isWhole).toBe(true)
})
