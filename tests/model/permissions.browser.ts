/** The permissions dialog in a browser. The server lists the screens; the path decides the roles and the results. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import type { permissionsMachine } from '#machines/people/permissions.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addPeople, allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface PermissionsWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Assign Permission To', exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to remove your own access?' })
const checkbox = (page: Page, role: string) => page.getByRole('checkbox', { name: `Provide Access to ${role}` })

/** Call at the top of the file. */
export function permissionsInBrowser(): BrowserRun<typeof permissionsMachine, PermissionsWorld> {
  const portal = usePortal()
  /** The call ends as the path says, with the path's reply. */
  const ends =
    (call: string, reply: (event: AnyEventObject) => { message: string; data: unknown }) =>
    ({ calls }: PermissionsWorld, { event }: { event: AnyEventObject }, kind: OutcomeKind) =>
      kind === 'error' ? calls.settle(call, kind, event) : calls.answer(call, { status: 200, ...reply(event) })
  const press =
    (name: string) =>
    ({ page }: PermissionsWorld) =>
      button(page, name).click()
  const isWaiting = (call: string, { calls }: PermissionsWorld) => expect.poll(() => calls.waiting(call)).toBe(1)

  return {
    open: async () => {
      await truncateAll(portal.database())
      await addPeople(portal.database())
      await allowScreen(portal.database(), 'Administrators', 'Permissions')
      const page = await portal.newPage()
      const calls = await holdCalls(page, {
        loadRoles: '/api/acl/permission/get-role-mappings-by-permission-id',
        saveRoles: '/api/acl/permission/update-role-mappings',
      })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto('/acl')
      await button(page, 'Choose roles for The Permissions').waitFor()
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'dialog.open': async ({ page }, { event }) => {
        if (event.type === 'dialog.open') await button(page, `Choose roles for The ${event.screen.screen}`).click()
      },
      'dialog.close': ({ page }) => dialog(page).getByRole('button', { name: 'Close', exact: true }).click(),
      'roles.retry': press('Try again'),
      'roles.submit': async ({ page }, { event, before }) => {
        if (event.type !== 'roles.submit') return
        for (const { id, name } of before.context.roles) {
          await checkbox(page, name).setChecked(event.roleIds.includes(id))
        }
        await button(page, 'Submit').click()
      },
      'loss.confirm': press('Remove my access'),
      'loss.cancel': ({ page }) => question(page).getByRole('button', { name: 'Cancel' }).click(),
      'failure.dismiss': press('OK'),
      'result.dismiss': press('OK'),
    },
    outcomes: {
      loadRoles: ends('loadRoles', ({ output }) => ({ message: '', data: output })),
      rereadRoles: ends('loadRoles', ({ output }) => ({ message: '', data: output })),
      saveRoles: ends('saveRoles', ({ output }) => ({ message: output.message, data: null })),
    },
    states: {
      closed: ({ page }) => expect.poll(() => page.getByRole('dialog').count()).toBe(0),
      loading: async (world) => {
        await isWaiting('loadRoles', world)
        await dialog(world.page).getByRole('status', { name: 'Loading...' }).waitFor()
      },
      unread: ({ page }, { context: { message = 'The roles could not be loaded.' } }) =>
        dialog(page).getByText(message).waitFor(),
      choosing: async ({ page }, { context: { roles } }) => {
        await expect.poll(() => checkbox(page, '').count()).toBe(roles.length)
        await expect.poll(() => button(page, 'Submit').isEnabled()).toBe(true)
        await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
      },
      confirmingLoss: ({ page }) => question(page).waitFor(),
      saving: async (world) => {
        await isWaiting('saveRoles', world)
        expect(await button(world.page, 'Cancel').isEnabled()).toBe(false)
      },
      rereading: (world) => isWaiting('loadRoles', world),
      failed: ({ page }, { context: { message = '' } }) =>
        page.getByRole('dialog', { name: 'Not saved' }).getByText(message).waitFor(),
      saved: ({ page }, { context: { message = '' } }) => dialog(page).getByText(message).waitFor(),
    },
  }
}
