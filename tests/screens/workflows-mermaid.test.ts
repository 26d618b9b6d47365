/** Workflows as Mermaid draws them: every transition must be readable where a page renders the chart. */
import { createRequire } from 'node:module'
import type { Mermaid } from 'mermaid'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '#tests/support/chromium.ts'
import { catalog } from '#workflows/catalog.ts'
import { toMermaid } from '#workflows/exports/mermaid.ts'
import { stepText, toGraph } from '#workflows/model/chart-graph.ts'

declare global {
  interface Window {
    mermaid: Mermaid
  }
}

const script = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js')

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchChromium()
  page = await browser.newPage()
  await page.setContent('<div id="drawing"></div>')
  await page.addScriptTag({ path: script })
  await page.evaluate(() => window.mermaid.initialize({ startOnLoad: false, maxTextSize: 500_000, maxEdges: 1_000 }))
})

afterAll(() => browser.close())

/** The labels of all arrows, a line each. */
const drawnLabels = (text: string): Promise<string[]> =>
  page.evaluate(async (chart) => {
    const drawing = document.querySelector('#drawing')
    if (!drawing) throw new Error('The page has no room for a drawing')
    drawing.innerHTML = (await window.mermaid.render('chart', chart)).svg
    return [...drawing.querySelectorAll('.edgeLabel p')].flatMap((label) => label.innerHTML.split('<br>'))
  }, text)

/** Without the characters that mean something to Mermaid, or to HTML. */
const bare = (text: string): string => text.replaceAll(/&(lt|gt|amp);/g, '').replaceAll(/[;#":<>&\s]/g, '')

test('Mermaid draws every transition of every workflow', { timeout: 120_000 }, async () => {
  for (const { name, machine } of catalog) {
    const graph = toGraph(machine)
    const drawn = await drawnLabels(toMermaid(graph))
    expect([name, drawn.map(bare).sort()]).toEqual([name, graph.edges.map((edge) => bare(stepText(edge))).sort()])
  }
})
