/** A chart embedded in a page of another site: its link is created, shown in a frame, and revoked. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeApp } from '#server/compose.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { askForTimeOff } from '#tests/support/server/time-off.ts'

/** The intranet's page, on another origin. */
let body = ''
const listenWith = async (): Promise<{ server: Server; origin: string }> => {
  const server = createServer((_, reply) => {
    reply.setHeader('Content-Type', 'text/html; charset=utf-8')
    reply.end(`<!doctype html><html lang="en"><title>Intranet</title><h1>Intranet</h1>${body}</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
const sites: { server: Server; origin: string }[] = []
beforeAll(async () => {
  sites.push(await listenWith(), await listenWith())
})
afterAll(() => {
  for (const { server } of sites) server.close()
})
const siteOf = (index: number): string => sites[index]?.origin ?? ''

const { database, server, newPage, signIn, browserContext } = usePortal({
  // Only the first site may frame charts.
  app: { compose: (options) => composeApp({ ...options, embedOrigins: [siteOf(0)] }) },
})

const rowsOf = async (page: Page, table: string) =>
  (await page.getByRole('table', { name: table }).getByRole('row').allInnerTexts())
    .slice(1)
    .map((row) => row.split(/\s*[\t\n]\s*/).join(' | '))

const RETURNS = ['Return requested 0', 'Returned 0']

test('an administrator creates a link, an intranet shows the chart, and revoking it ends that', async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'PTORequest')
  await allowScreen(database(), 'Providers', 'ProfileInformationRequestPTO')
  server().now = new Date('2027-11-10T14:00:00Z')
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  for (const requestedDate of ['2027-11-22', '2027-11-23']) await askForTimeOff(server(), paul, { requestedDate })

  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/workflows?${new URLSearchParams({ chart: 'time-off/pto-request', view: 'counts' })}`)
  await page.getByRole('button', { name: 'Embed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Embed “Time-off request lifecycle”' })
  await dialog.getByText('There are no links yet.').waitFor()
  await dialog.getByText(`Pages of ${siteOf(0)} can show it in a frame.`).waitFor()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const address = await dialog.getByRole('textbox', { name: 'Address' }).inputValue()
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/embed\/[\w-]{43}$/)
  const snippet = await dialog.getByRole('textbox', { name: 'HTML for a page' }).inputValue()
  expect(snippet).toBe(
    `<iframe src="${address}" title="Time-off request lifecycle" width="100%" height="700" loading="lazy" style="border:0"></iframe>`,
  )
  await expect.poll(() => rowsOf(page, 'Links')).toEqual(['11/10/2027 9:00 AM | Ada Admin | Never | Revoke'])
  expect(await axeFindings(page)).toEqual([])

  // The pasted HTML shows the chart on the allowed site, to someone who is not signed in.
  body = snippet
  const context = await browserContext()
  const intranet = await context.newPage()
  await intranet.clock.install()
  await intranet.goto(siteOf(0))
  const chart = intranet.frameLocator('iframe')
  await chart.getByRole('heading', { name: 'Time-off request lifecycle' }).waitFor()
  await chart.getByText('As of 11/10/2027 9:00 AM (America/New York)').waitFor()
  const states = async () => (await chart.getByRole('row').allInnerTexts()).map((row) => row.split(/\s+/).join(' '))
  expect(await states()).toEqual(['State Now', 'Pending 2', 'Accepted 0', 'Rejected 0', 'Withdrawn 0', ...RETURNS])

  // It updates by itself; a server that does not answer leaves the last counts.
  server().now = new Date('2027-11-10T14:05:00Z')
  const ada = await server().tokenOf(PEOPLE.Administrators.userId)
  await server().call('acceptPtos', { token: ada, body: { ids: '1' } })
  await intranet.clock.fastForward(61_000)
  await expect.poll(states).toEqual(['State Now', 'Pending 1', 'Accepted 1', 'Rejected 0', 'Withdrawn 0', ...RETURNS])
  await context.route('**/embed/*', (route) => route.abort())
  await intranet.clock.fastForward(61_000)
  await chart.getByText('The counts could not be updated. Trying again each minute.').waitFor()
  expect(await states()).toContain('Pending 1')
  await context.unroute('**/embed/*')

  // Any other site shows nothing of it.
  const stranger = await context.newPage()
  // The refusal is reported in the console, where a test's page must not report any.
  stranger.removeAllListeners('console')
  await stranger.goto(siteOf(1))
  await expect.poll(() => stranger.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
  await stranger.close()

  // Revoked: the list is empty, its address is no longer offered, and the frame says so by itself.
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect.poll(async () => (await rowsOf(page, 'Links')).length).toBe(2)
  const second = dialog.getByRole('textbox', { name: 'Address' })
  expect(await second.inputValue()).not.toBe(address)
  await dialog.getByRole('button', { name: 'Revoke the link created 11/10/2027 9:05 AM' }).click()
  await page.getByRole('button', { name: 'Revoke link', exact: true }).click()
  await second.waitFor({ state: 'detached' })
  await expect
    .poll(() => rowsOf(page, 'Links'))
    .toEqual(['11/10/2027 9:00 AM | Ada Admin | 11/10/2027 9:05 AM | Revoke'])
  await dialog.getByRole('button', { name: 'Revoke the link created 11/10/2027 9:00 AM' }).click()
  await page.getByRole('dialog', { name: 'Are you sure you want to revoke this link?' }).waitFor()
  await page.getByRole('button', { name: 'Revoke link', exact: true }).click()
  await dialog.getByText('There are no links yet.').waitFor()
  await intranet.clock.fastForward(61_000)
  await chart.getByRole('heading', { name: 'Link revoked' }).waitFor()
  await chart.getByText('Ask an administrator of Homeroom for a new one.').waitFor()
})
