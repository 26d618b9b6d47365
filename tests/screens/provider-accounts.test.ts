/** The accounts of providers: the invitation by email, the first password, and what administrators do to an account. */
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { providerServices, providerStatuses, providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { passwordRecoveries, userIdentities } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { addressOf, choose, dialogSays, messagesAtFields, openPage, press } from '#tests/support/definition-page.ts'
import { comingTuesday } from '#tests/support/demo-dates.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { csvOf } from '#tests/support/server/imports.ts'
import { useJobs, useMailServer } from '#tests/support/server/mail-server.ts'
import { addPlaces } from '#tests/support/server/provider-lists.ts'
import { addDistrict, addSession } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server } = portal
const db = () => database().db
const mailServer = useMailServer()

const { Providers: paul, SpecialProvider: sofia } = PEOPLE
const NINA = 'nina@district.example'
const NEW = 'a brand new password'

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await addPlaces(database())
  await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
  await db()
    .insert(providerStatuses)
    .values([
      { id: 2, title: 'On Leave' },
      { id: 3, title: 'Terminated' },
    ])
    .onConflictDoNothing()
  await db().update(providers).set({ addressLine1: '1 Oak Street', cityId: 1, postalCode: '62701' })
  await db()
    .insert(providerServices)
    .values([paul, sofia].map(({ providerId }) => ({ providerId, serviceId: 1 })))
  server().renew()
})
useJobs(database, server, mailServer)

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** The path of the link in the latest message. */
const linkMailed = async (messages: number): Promise<string> => {
  await expect.poll(() => mailServer().received.length).toBe(messages)
  const text = mailServer().received.at(-1)?.text ?? ''
  return new URL(/https?:\/\/\S+\/invitation\/\S+/.exec(text)?.[0] ?? 'http://no.link').pathname
}
const enterTwice = async (page: Page, password: string, confirm = 'Confirm Password') => {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel(confirm, { exact: true }).fill(password)
  await press(page, 'Submit')
}
const logIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Login')
}

/** Someone who has been added and has not answered yet. */
const invited = async () => {
  const [nina] = await db()
    .insert(providers)
    .values({ firstName: 'Nina', lastName: 'Newcomer', email: NINA, providerTypeId: 1, statusId: 1 })
    .returning()
  await db()
    .insert(users)
    .values({ email: NINA, displayName: 'Nina Newcomer', roleId: 2, providerId: nina?.id ?? 0, invitedAt: new Date() })
}

test('an invitation is sent again, also once it has expired, leads to a signed-in provider, and works once', async () => {
  await invited()
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await hearOnlyTheTest(page)
  await page.goto('/manage-providers')
  await row(page, 'Nina Newcomer').getByText('Invited').waitFor()
  // Nobody else has been invited.
  expect(await page.getByRole('button', { name: /^Resend invitation/ }).count()).toBe(1)
  await press(page, 'Resend invitation to Nina Newcomer')
  await page.getByText(`Invitation sent to ${NINA}`, { exact: true }).waitFor()

  const path = await linkMailed(1)
  const nina = eq(users.email, NINA)
  const guest = await portal.newPage()
  await db().update(users).set({ isActive: false }).where(nina)
  await guest.goto(path)
  await guest.getByText('Your account has been deactivated').waitFor()
  await db().update(users).set({ isActive: true }).where(nina)
  await guest.goto(path)
  await guest.getByRole('heading', { name: 'Welcome to Homeroom' }).waitFor()
  expect(await axeFindings(guest)).toEqual([])
  await db()
    .update(passwordRecoveries)
    .set({ expiresAt: new Date(0) })
  await enterTwice(guest, NEW)
  await dialogSays(guest, 'Password not set', 'This invitation has expired. Open its link again to get a new one.')
  await press(guest, 'OK')
  expect(await guest.getByLabel('New Password', { exact: true }).inputValue()).toBe(NEW)
  await guest.reload()
  await guest.getByText('This invitation has expired. We can send a new one to the same email address.').waitFor()
  expect(await axeFindings(guest)).toEqual([])
  await press(guest, 'Send a new invitation')
  await guest.getByText('We have sent a new invitation to the same email address.').waitFor()

  const newer = await linkMailed(2)
  await guest.goto(newer)
  await enterTwice(guest, 'nina newcomer')
  await expect
    .poll(() => messagesAtFields(guest))
    .toEqual(['Choose a password that does not consist of your name or email address.'])
  await enterTwice(guest, NEW)
  await dialogSays(guest, 'Done', 'Your password is set. You can sign in with it now.')
  await press(guest, 'OK')
  await logIn(guest, NINA, NEW)
  await guest.getByRole('button', { name: 'Profile of Nina Newcomer' }).waitFor()
  const other = await portal.newPage()
  await other.goto(newer)
  await other
    .getByText('This link was already used, replaced by a newer one, or has expired. Please request a new one.')
    .waitFor()
  expect(await axeFindings(other)).toEqual([])
  await other.getByRole('link', { name: 'Request a new link' }).click()
  await other.getByRole('dialog', { name: 'Forgot Password' }).waitFor()

  await press(page, 'Resend invitation to Nina Newcomer')
  await dialogSays(page, 'Not sent', 'Nina Newcomer has accepted the invitation already, or can no longer sign in.')
  await press(page, 'OK')
  await expect.poll(() => page.getByRole('button', { name: /^Resend invitation/ }).count()).toBe(0)
  expect(await page.getByText('Invited').count()).toBe(0)
})

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/invitations ${name}.png` })
}

test('imported providers are invited later: all who are listed, the selected ones, or one from their page', async () => {
  const names = ['Nina', 'Olaf', 'Pia', 'Quinn']
  const line = (first: string) => [
    ...[first, 'Newcomer', `${first.toLowerCase()}@district.example`, 'Occupational Therapist', 'Lincoln', 'OT'],
    ...['12 Elm Street', 'United States', 'Illinois', 'Springfield', '62701'],
  ]
  const file = csvOf(
    [
      ...['First Name', 'Last Name', 'Email', 'Provider Type', 'Schools', 'Services'],
      ...['Address Line 1', 'Country', 'State', 'City', 'Postal Code'],
    ],
    ...names.map(line),
  )
  const page = await openPage(portal, '/manage-providers')
  await row(page, 'Paul Provider').waitFor()
  expect(await page.getByRole('button', { name: 'Invite all listed' }).count()).toBe(0)
  await press(page, 'Import')
  const dialog = page.getByRole('dialog', { name: 'Import Providers' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'providers.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByRole('button', { name: 'Import 4 rows' }).click()
  const asked = page.getByRole('dialog', { name: 'Send 4 invitations now?' })
  await asked.getByText('Each is an email with a link to choose a password.').waitFor()
  await shoot(page, 'import')
  expect(await axeFindings(page)).toEqual([])
  await asked.getByRole('button', { name: 'Later' }).click()
  await dialog.getByText('No invitations sent yet. To send them, filter the list by Account: Not invited.').waitFor()
  await dialog.getByRole('button', { name: 'OK' }).click()

  await choose(page, 'Account', 'Not invited')
  await expect.poll(() => addressOf(page)).toBe('/manage-providers?account=1')
  await expect.poll(() => row(page, 'Paul Provider').count()).toBe(0)
  await row(page, 'Olaf Newcomer').getByText('Not invited').waitFor()
  await page.getByRole('checkbox', { name: 'Select Olaf Newcomer' }).check()
  await page.getByRole('checkbox', { name: 'Select Pia Newcomer' }).check()
  await page.getByText('2 selected', { exact: true }).waitFor()
  await shoot(page, 'list')
  expect(await axeFindings(page)).toEqual([])
  // Someone else deactivates one of them meanwhile.
  await db().update(users).set({ isActive: false }).where(eq(users.email, 'pia@district.example'))
  await press(page, 'Invite selected')
  const question = page.getByRole('dialog', { name: 'Send 1 invitation?' })
  await question.getByText('Left out: 1 provider').waitFor()
  expect(await question.getByRole('listitem').allInnerTexts()).toEqual(['Pia Newcomer: The account is deactivated'])
  await shoot(page, 'question')
  expect(await axeFindings(page)).toEqual([])
  expect(mailServer().received).toEqual([])
  await question.getByRole('button', { name: 'Send' }).click()
  await page.getByText('1 invitation sent', { exact: true }).waitFor()
  await expect.poll(() => mailServer().received.length).toBe(1)
  await expect.poll(() => row(page, 'Olaf Newcomer').count()).toBe(0)

  await page.getByRole('link', { name: 'Nina Newcomer', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Nina Newcomer' }).waitFor()
  await page.getByText('Not invited', { exact: true }).waitFor()
  await shoot(page, 'page')
  await press(page, 'Invite')
  await page.getByText('Invitation sent to nina@district.example', { exact: true }).waitFor()
  await page.getByText('Invited', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resend invitation' }).waitFor()
  await page.goBack()

  await press(page, 'Invite all listed')
  await page.getByRole('dialog', { name: 'Send 1 invitation?' }).getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(() => mailServer().received.map(({ to }) => [to].flat()[0]?.text))
    .toEqual(['olaf', 'nina', 'quinn'].map((name) => `${name}@district.example`))
  await page.getByRole('cell', { name: 'No Data Available' }).waitFor()
  const states = await db().select({ name: users.displayName, invitedAt: users.invitedAt }).from(users)
  expect(states.flatMap(({ name, invitedAt }) => (invitedAt ? [name] : [])).toSorted()).toEqual([
    'Nina Newcomer',
    'Olaf Newcomer',
    'Quinn Newcomer',
  ])
})

describe('a password', () => {
  test('is set by an administrator, which signs the provider out, unless someone signs in elsewhere', async () => {
    const his = await portal.newPage()
    await portal.signIn(his, paul.email)
    await his.goto('/')
    await his.getByRole('button', { name: /Profile of Paul/ }).waitFor()
    await db().update(users).set({ passwordHash: null }).where(eq(users.id, sofia.userId))
    const linked = { issuer: 'https://id.example', subject: 'sofia', email: sofia.email, linkedAt: new Date() }
    await db()
      .insert(userIdentities)
      .values({ ...linked, userId: sofia.userId })
    const page = await openPage(portal, '/manage-providers')
    const button = page.getByRole('button', { name: 'Reset password of Sofía Special' })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.hover()
    await page.getByRole('tooltip', { name: 'Signs in with an identity provider and has no password.' }).waitFor()
    await button.click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.mouse.move(0, 0)
    await expect.poll(() => page.getByRole('tooltip').count()).toBe(0)
    await press(page, 'Reset password of Paul Provider')
    const dialog = page.getByRole('dialog', { name: 'Reset Password' })
    await press(page, 'Submit')
    await expect.poll(() => messagesAtFields(page)).toHaveLength(2)
    for (const message of ['Please enter new password', 'Please confirm new password']) {
      await dialog.getByText(message, { exact: true }).waitFor()
    }
    await page.getByLabel('New Password', { exact: true }).fill(NEW)
    await page.getByLabel('Confirm New Password', { exact: true }).fill('another password')
    await press(page, 'Submit')
    await dialog.getByText('Please enter same password').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await enterTwice(page, 'password2026!', 'Confirm New Password')
    await dialog.getByText('This password is too easy to guess. Choose another one.').waitFor()
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/provider/reset-password'))
    await enterTwice(page, NEW, 'Confirm New Password')
    expect((await sent).postDataJSON()).toEqual({
      languageId: 1,
      id: paul.providerId,
      newPassword: NEW,
      confirmNewPassword: NEW,
    })
    await dialogSays(page, 'Saved', 'Password Changed Successfully')
    await press(page, 'OK')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect
      .poll(() => mailServer().received.map(({ subject }) => subject))
      .toEqual(['Your Homeroom password was changed'])
    await his.reload()
    await his.getByText('Your password was changed.').waitFor()
  })
})

describe('a status', () => {
  const save = async (page: Page) => {
    await press(page, 'Update')
    await dialogSays(page, 'Saved', 'Provider has been updated successfully')
    await press(page, 'OK')
    await expect.poll(() => addressOf(page)).toBe('/manage-providers')
  }

  test('of Terminated ends the page that is open with the reason, and is changed back only without the termination date', async () => {
    const his = await portal.newPage()
    await portal.signIn(his, paul.email)
    await his.goto('/schedule-event-viewer')
    await his.getByRole('button', { name: /Next/ }).first().waitFor()
    const page = await openPage(portal, `/edit-provider/${paul.providerId}`)
    await field(page, 'First Name').waitFor()
    expect(await page.title()).toBe('Paul Provider · Edit Provider · Homeroom')
    const isRequired = () => field(page, 'Termination Date').evaluate((input: HTMLInputElement) => input.required)
    expect(await isRequired()).toBe(false)
    await choose(page, 'Status', 'Terminated')
    await expect.poll(isRequired).toBe(true)
    await press(page, 'Update')
    await expect.poll(() => messagesAtFields(page)).toEqual(['Enter the termination date.'])
    await field(page, 'Termination Date').fill('12/31/2099')
    await press(page, 'Update')
    await expect
      .poll(() => messagesAtFields(page))
      .toEqual(['This date is in the future. Keep another status: it changes to Terminated after the last day.'])
    await field(page, 'Termination Date').fill('06/30/2026')
    await save(page)
    await row(page, 'Paul Provider').getByText('Terminated').waitFor()
    await his.getByText('Your account has been deactivated').waitFor()
    expect(addressOf(his)).toBe('/login?forcedLogout=true')
    expect(
      (await db().select().from(transitionLog)).map(({ fromState, event, toState }) => [fromState, event, toState]),
    ).toEqual([['active', 'account.terminate', 'terminated']])

    await page.getByRole('link', { name: 'Edit Paul Provider', exact: true }).click()
    await expect.poll(() => field(page, 'Termination Date').inputValue()).toBe('06/30/2026')
    await choose(page, 'Status', 'Active')
    await press(page, 'Update')
    await expect
      .poll(() => messagesAtFields(page))
      .toEqual(['This date has passed. Remove it to take the provider back.'])
    await field(page, 'Termination Date').fill('')
    await save(page)
    await page.goto(`/edit-provider/${paul.providerId}/view`)
    await page.getByRole('link', { name: 'Account history: Paul Provider' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Take the provider back' }).first().waitFor()
  })

  test('of On Leave is marked where sessions are planned, and refuses to get one', async () => {
    await allowScreen(database(), 'Administrators', 'Scheduling')
    const token = await server().tokenOf(PEOPLE.Administrators.userId)
    const date = comingTuesday()
    const { id } = await addSession(server(), token, { providerId: paul.providerId, rateTypeId: 1, date })
    await db().update(providers).set({ statusId: 2 }).where(eq(providers.id, sofia.providerId))
    const page = await openPage(portal, `/edit-schedule/${id}/${id}/true`)
    const provider = page.getByRole('combobox', { name: 'Provider', exact: true })
    await expect.poll(() => provider.inputValue()).toBe('Paul Provider')
    await choose(page, 'Provider', 'Sofía Special (on leave)')
    await press(page, 'Update')
    await page.getByText('Sofía Special is on leave, so no new sessions can be planned for them.').first().waitFor()
    expect((await db().select().from(occurrences)).map(({ providerId }) => providerId)).toEqual([paul.providerId])
  })
})
