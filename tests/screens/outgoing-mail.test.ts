/** The emails that the portal sends, for administrators. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { outgoingMailList } from '#screens/mail/outgoing-mail-screen.tsx'
import { jobs } from '#server/db/schema/jobs.ts'
import { press } from '#tests/support/definition-page.ts'
import { listTests } from '#tests/support/list-tests.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addMail } from '#tests/support/server/outgoing-mail.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database } = portal

const at = (minute: number) => new Date(Date.UTC(2026, 5, 12, 14, minute))
const REFUSED = 'The mail server refused the message: 550 5.1.1 No such user'
const LOST = 'The mail server could not be reached.'
const GONE = '0b1c2d3e-4f50-4172-8394-a5b6c7d8e9f0'
const BO = 'a0b1c2d3-4f50-4172-8394-a5b6c7d8e9f0'

beforeEach(async () => {
  const add = (mail: Parameters<typeof addMail>[1]) => addMail(database(), mail)
  await add({ to: 'ada@district.example', subject: 'Welcome', createdAt: at(0), state: 'done', attempts: 1 })
  await add({
    id: GONE,
    to: 'gone@district.example',
    subject: 'Welcome',
    createdAt: at(1),
    state: 'failed',
    attempts: 1,
    reason: REFUSED,
  })
  await add({
    id: BO,
    to: 'bo@district.example',
    subject: 'Choose a new password',
    createdAt: at(2),
    state: 'failed',
    attempts: 12,
    reason: LOST,
  })
  await add({ to: 'cy@district.example', subject: 'Welcome', createdAt: at(3) })
})

const rows = {
  ada: ['ada@district.example', 'Welcome', 'Sent', '1', '06/12/2026 10:00 AM'],
  gone: ['gone@district.example', 'Welcome', `Given up${REFUSED}`, '1', '06/12/2026 10:01 AM'],
  bo: ['bo@district.example', 'Choose a new password', `Given up${LOST}`, '12', '06/12/2026 10:02 AM'],
  cy: ['cy@district.example', 'Welcome', 'Waiting', '0', '06/12/2026 10:03 AM'],
} as const

const recipients = async () => {
  const stored = await database().db.select({ payload: jobs.payload }).from(jobs).orderBy(jobs.createdAt)
  return stored.map(({ payload }) => {
    const { to, subject } = payload as { to: string; subject: string }
    return `${subject}, to ${to}`
  })
}

listTests(portal, {
  definition: outgoingMailList,
  path: '/outgoing-mail',
  rows: [rows.cy, rows.bo, rows.gone, rows.ada],
  filters: {
    search: { enter: 'GONE', address: '?search=GONE', shows: [rows.gone] },
    state: { enter: 'Given up', address: '?state=4', shows: [rows.bo, rows.gone] },
  },
  addRecords: async (count) => {
    for (let index = 0; index < count; index += 1) {
      await addMail(database(), { to: `person${index}@district.example`, subject: 'Hello', createdAt: at(-index - 1) })
    }
  },
  deletion: {
    name: 'Welcome, to gone@district.example',
    row: rows.gone,
    body: { languageId: 1, id: GONE },
    stored: recipients,
  },
})

test('an administrator finds the messages that were given up on the Home Page, and sends one again', async () => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto('/')
  await page.getByRole('link', { name: '2 emails not delivered' }).click()
  await page.getByText('1-2 of 2 results', { exact: true }).waitFor()
  await press(page, 'Send again: Choose a new password, to bo@district.example')
  await page.getByText('1-1 of 1 results', { exact: true }).waitFor()
  const [job] = await database().db.select().from(jobs).where(eq(jobs.id, BO))
  expect(job).toMatchObject({ state: 'waiting', attempts: 0, reason: null })
  await page.goto('/outgoing-mail?search=cy')
  await page.getByText('1-1 of 1 results', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /^(Send again|Delete)/ }).count()).toBe(0)
})

test('a provider has no access', async () => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Providers.email)
  await page.goto('/outgoing-mail')
  await page.getByRole('heading', { name: "You don't have access to this page" }).waitFor()
})
