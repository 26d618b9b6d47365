/** The question about what lies after a new last day at work. */
import { asc, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, formatDate } from '#domain/time.ts'
import { providerServices, providerStatuses, providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { addressOf, dialogSays, openPage, press } from '#tests/support/definition-page.ts'
import { comingTuesday } from '#tests/support/demo-dates.ts'
import { takePictures } from '#tests/support/pictures.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addPlaces } from '#tests/support/server/provider-lists.ts'
import { addDistrict, addSession } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { allowTimeOff, askForTimeOff, grantHours } from '#tests/support/server/time-off.ts'

const portal = usePortal()
const { database, server } = portal
const db = () => database().db
const PAUL = PEOPLE.Providers.providerId

test('a last day asks what becomes of what lies after it, cancels the time off, and keeps the sessions to hand over', async () => {
  await truncateAll(database())
  await addDistrict(database())
  await addPlaces(database())
  await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
  await allowTimeOff(database())
  await db().insert(providerStatuses).values({ id: 3, title: 'Terminated' }).onConflictDoNothing()
  await db().update(providers).set({ addressLine1: '1 Oak Street', cityId: 1, postalCode: '62701' })
  await db().insert(providerServices).values({ providerId: PAUL, serviceId: 1 })
  server().renew()
  await grantHours(database(), PAUL, 40, new Date())
  const tuesday = comingTuesday()
  const [lastDay, off, waiting, second] = [1, 2, 3, 7].map((days) => addDays(tuesday, days))
  if (!lastDay || !off || !waiting || !second) throw new Error('No days')
  const his = await server().tokenOf(PEOPLE.Providers.userId)
  const hers = await server().tokenOf(PEOPLE.Administrators.userId)
  const id = await askForTimeOff(server(), his, { requestedDate: off })
  await askForTimeOff(server(), his, { requestedDate: waiting })
  await server().call('acceptPtos', { token: hers, body: { ids: String(id) } })
  await addSession(server(), his, { date: second })

  const page = await openPage(portal, `/edit-provider/${PAUL}`)
  const field = page.getByRole('textbox', { name: 'Termination Date', exact: true })
  await field.fill(formatDate(lastDay))
  await press(page, 'Update')
  const dialog = page.getByRole('dialog', { name: `Set the last day at work to ${formatDate(lastDay)}?` })
  await dialog.getByText('Still planned after it: 1 day of time off, 1 waiting request and 1 session.').waitFor()
  await dialog
    .getByText(`1 day of time off is canceled, and 3 h go back to the balance: ${formatDate(off)} 9:00 AM-12:00 PM.`)
    .waitFor()
  await takePictures(page, 'last-day question')
  await dialog.getByText(`1 waiting request is rejected: ${formatDate(waiting)} 9:00 AM-12:00 PM.`).waitFor()
  const confirm = dialog.getByRole('button', { name: 'Confirm', exact: true })
  expect(await confirm.isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await db().$count(providers, isNull(providers.termDate))).toBe(2)

  await press(page, 'Update')
  await dialog.getByRole('radio', { name: 'Keep it to hand over next' }).check()
  await confirm.click()
  await dialogSays(page, 'Saved', 'Provider has been updated successfully')
  await page.getByRole('link', { name: 'Hand over' }).click()
  await expect.poll(() => addressOf(page)).toBe(`/hand-over/${PAUL}`)
  expect(await db().select({ on: providers.termDate }).from(providers).where(eq(providers.id, PAUL))).toEqual([
    { on: lastDay },
  ])
  const requests = await db().select().from(ptoRequests).orderBy(asc(ptoRequests.id))
  expect(requests.map(({ state }) => state)).toEqual(['givenBack', 'rejected'])
  expect(await db().$count(occurrences, isNull(occurrences.deletedAt))).toBe(1)
})
