/**
 * "Running in production" (README.md): a production server with an empty database and a mail server becomes a working
 * portal through its pages alone, from the first administrator to the first approved day.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { formatDate, formatDayHeader, localOf } from '#domain/time.ts'
import { choose, dialogSays, press } from '#tests/support/definition-page.ts'
import { PATIENCE } from '#tests/support/patience.ts'
import { acceptSaved } from '#tests/support/preview.ts'
import { useMailServer } from '#tests/support/server/mail-server.ts'
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts'
import { workerBrowser } from '#tests/support/worker.ts'

const ADMIN = { email: 'head@district.example', password: 'long enough, surely' }
const NINA = { email: 'nina@district.example', password: 'a password of my own' }
const SCHOOL = 'Willow Creek'
const SERVICE = 'OT · Occupational Therapy'
const STUDENT = 'Ana Núñez'
const SESSION = 'First session'

const mailServer = useMailServer()
const folder = mkdtempSync(join(tmpdir(), 'homeroom-first-'))
let server: ServerProcess | undefined
const contexts: BrowserContext[] = []

afterEach(async () => {
  for (const context of contexts) await context.close()
  await server?.stop()
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const freePort = async (): Promise<number> => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Where it is about 3 PM now, or 2 PM shortly after midnight UTC: the sessions of the morning are over. */
const zoneAtThree = (now: Date): string => {
  // No place is further ahead.
  const hours = Math.min(15 - now.getUTCHours(), 14)
  // The sign of these names is reversed.
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

const fill = async (page: Page | Locator, texts: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(texts)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
  }
}

const logIn = async (page: Page, { email, password }: { readonly email: string; readonly password: string }) => {
  await page.getByLabel('Username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Login')
  await page.getByRole('heading', { name: 'Home Page' }).waitFor()
}

const openMenu = async (page: Page, group: string, item: string) => {
  await page.getByRole('button', { name: group, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const typeTime = async (form: Locator, field: string, text: string) => {
  const input = form.getByRole('combobox', { name: field, exact: true })
  await input.fill(text)
  await input.press('Tab')
}

const chooseIn = async (form: Locator, list: string, option: string) => {
  await form.getByRole('combobox', { name: list, exact: true }).click()
  await form.page().getByRole('option', { name: option, exact: true }).first().click()
}

test('from an empty database to the first approved day', { timeout: 300_000 }, async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const timeZone = zoneAtThree(new Date())
  server = await startServer([], {
    TOKEN_SECRET: '0123456789abcdef0123456789abcdef',
    DATA_FOLDER: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    TIME_ZONE: timeZone,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: mailServer().url,
    MAIL_FROM: 'Homeroom <no-reply@portal.example>',
  })
  const { date: today } = localOf(new Date(), timeZone)
  const newPage = async () => {
    const context = await (await workerBrowser()).newContext({
      baseURL: url,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    return page
  }

  // The first administrator signs in, and adds a service …
  const admin = await newPage()
  await admin.goto('/')
  await logIn(admin, ADMIN)
  await openMenu(admin, 'Schools', 'Services')
  await admin.getByRole('link', { name: 'Add Service' }).click()
  await fill(admin, { 'Service Code': 'OT', Description: 'Occupational Therapy' })
  await press(admin, 'Save')
  await press(admin, 'OK')

  // … and a school with a rate for it.
  await openMenu(admin, 'Schools', 'School Accounts')
  await admin.getByRole('link', { name: 'Add School' }).click()
  await fill(admin, { 'School Name': SCHOOL, 'Address Line 1': '62 Willow Creek' })
  await choose(admin, 'State', 'Illinois')
  await choose(admin, 'City', 'Springfield')
  await fill(admin, {
    Zipcode: '62701',
    'Contact Name': 'Alma Reyes',
    'Phone Number': '217-555-0110',
    Designation: 'Principal',
    Email: 'alma@school.example',
  })
  await press(admin, 'Save & Next')
  await fill(admin, { 'Billing Email': 'billing@school.example' })
  await press(admin, 'Save & Next')
  await press(admin, 'OK')
  await press(admin, 'Add Service')
  await choose(admin, 'Service', SERVICE)
  await choose(admin, 'Rate Type', 'Hourly')
  await fill(admin, { Rate: '85.5' })
  await press(admin, 'Submit')
  await dialogSays(admin, 'Saved', 'School has been updated successfully')
  await press(admin, 'OK')

  // A provider is added, and invited by email …
  await openMenu(admin, 'Workforce Management', 'Manage Providers')
  await admin.getByRole('link', { name: 'Add Provider' }).click()
  await fill(admin, {
    'First Name': 'Nina',
    'Last Name': 'Newcomer',
    Email: NINA.email,
    'Address Line 1': '12 Elm Street',
    'Postal Code': '62701',
  })
  await choose(admin, 'State', 'Illinois')
  await choose(admin, 'City', 'Springfield')
  await choose(admin, 'Provider Type', 'Occupational Therapist')
  await choose(admin, 'Schools', SCHOOL)
  await admin.keyboard.press('Escape')
  await choose(admin, 'Service Types', SERVICE)
  await admin.keyboard.press('Escape')
  await press(admin, 'Save')
  await dialogSays(
    admin,
    'Saved',
    'Provider has been added successfully. An invitation to choose a password is on its way by email.',
  )
  await press(admin, 'OK')
  await expect.poll(() => mailServer().received.length).toBe(1)
  const [invitation] = mailServer().received
  expect(invitation?.to).toMatchObject({ text: NINA.email })
  const [link = ''] = /http:\S+\/invitation\/\S+/.exec(invitation?.text ?? '') ?? []

  // … gets a student …
  await openMenu(admin, 'Schools', 'Caseloads')
  await admin.getByRole('link', { name: 'Add Student' }).click()
  await choose(admin, 'School', SCHOOL)
  await choose(admin, 'Therapist', 'Nina Newcomer')
  await fill(admin, { 'Student Name': STUDENT })
  await choose(admin, 'Service Type', SERVICE)
  await choose(admin, 'Duration', '45 minutes')
  await press(admin, 'Save')
  await press(admin, 'OK')

  // … and a session this morning.
  await admin.getByRole('link', { name: 'Manage Schedule' }).click()
  await press(admin, '+ Add Session')
  const form = admin.getByRole('dialog', { name: 'Add Session' })
  await fill(form, { 'Session name': SESSION })
  await chooseIn(form, 'Provider', 'Nina Newcomer')
  await form.getByRole('textbox', { name: 'Date', exact: true }).fill(formatDate(today))
  await form.getByRole('textbox', { name: 'Date', exact: true }).press('Tab')
  await typeTime(form, 'Start Time', '9:00 AM')
  await typeTime(form, 'End Time', '9:45 AM')
  await chooseIn(form, 'School', SCHOOL)
  await chooseIn(form, 'Service', 'Occupational Therapy')
  await chooseIn(form, 'Rate type', 'Hourly')
  await press(form, `Add ${STUDENT}`)
  await press(form, 'Save')
  await acceptSaved(admin, 'Event has been added successfully')

  // The provider follows the link, chooses a password, and confirms the hours.
  const nina = await newPage()
  await nina.goto(link)
  await nina.getByRole('heading', { name: 'Welcome to Homeroom' }).waitFor()
  await nina.getByLabel('New Password', { exact: true }).fill(NINA.password)
  await nina.getByLabel('Confirm Password', { exact: true }).fill(NINA.password)
  await press(nina, 'Submit')
  await dialogSays(nina, 'Done', 'Your password is set. You can sign in with it now.')
  await press(nina, 'OK')
  await logIn(nina, NINA)
  await nina.getByRole('listitem').filter({ hasText: SESSION }).first().waitFor()
  const hours = nina.getByRole('region', { name: SCHOOL })
  await hours.getByRole('button', { name: 'Confirm', exact: true }).click()
  await hours.getByText('Confirmed').waitFor()

  // The administrator approves the day.
  await admin.getByRole('link', { name: 'Homeroom, Home Page' }).click()
  await chooseIn(admin.getByRole('search', { name: 'Filters' }), 'Provider', 'Nina Newcomer')
  const check = admin.getByRole('checkbox', { name: `Approve ${formatDayHeader(today)}` })
  await check.check()
  await press(admin, 'Save')
  const question = admin.getByRole('dialog')
  await question.getByText('Are you sure you want to save the changes?').waitFor()
  await press(question, 'Confirm')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => check.isDisabled()).toBe(true)
  expect(await check.isChecked()).toBe(true)
})
