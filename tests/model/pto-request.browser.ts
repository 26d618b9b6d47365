/**
 * The life of a time-off request in a browser: Paul, who made it, on his list, and an administrator on hers and on the
 * day's Home Page. The server provides all data and decides the outcomes.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PTO_STATES, type PtoState, ptoStatusName, timeOffMessages } from '#domain/time-off.ts'
import type { ptoRequestMachine } from '#machines/time-off/pto-request.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addPlaces } from '#tests/support/server/provider-lists.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { askForTimeOff, grantHours, storedTimeOff } from '#tests/support/server/time-off.ts'
import type { BrowserRun } from './harness/description.ts'

export interface PtoRequestWorld {
  readonly paul: Page
  readonly ada: Page
  /** The end time of the latest version of the request. */
  end: string
  /** The request's transitions so far. */
  readonly moves: string[]
  note: string
}

/** Friday, 12 November 2027, 3 PM in New York. */
const NOW = new Date('2027-11-12T20:00:00Z')
const ID = 1
const { Administrators: ADA, Providers: PAUL } = PEOPLE

/** How many of Paul's ten hours are available, pending and accepted, by the request's state and hours. */
const BALANCE: Readonly<Record<PtoState, (hours: number) => readonly number[]>> = {
  pending: (hours) => [10, hours, 0],
  accepted: (hours) => [10 - hours, 0, hours],
  rejected: () => [10, 0, 0],
  withdrawn: () => [10, 0, 0],
  givingBack: (hours) => [10 - hours, 0, hours],
  givenBack: () => [10, 0, 0],
}
/** What Paul can do with it, besides viewing it. */
const OFFERED: Partial<Record<PtoState, readonly string[]>> = {
  pending: ['Edit', 'Withdraw'],
  accepted: ['Return'],
  givingBack: ['Keep'],
}
/** Starts in which the request was answered before. */
const ACCEPTED = 'accepted, the requester'
const GIVING_BACK = 'givingBack, an administrator'
const ENDS: Readonly<Record<string, number>> = { '12:00 PM': 3, '1:30 PM': 4.5 }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const table = (page: Page) => page.getByRole('table', { name: 'PTO Requests' })
const when = ({ end }: PtoRequestWorld) => `9:00 AM-${end}`
const type = async (page: Page, name: string, text: string) => {
  const role = name.endsWith('Time') ? 'combobox' : 'textbox'
  await page.getByRole('dialog').getByRole(role, { name }).fill(text)
  await page.keyboard.press('Tab')
}

/** Call at the top of the file. */
export function ptoRequestInBrowser(): BrowserRun<typeof ptoRequestMachine, PtoRequestWorld> {
  const portal = usePortal({ lasts: 'file' })
  /** What the other pages showed in a state; what led there makes no difference to them. */
  const seen = new Set<string>()
  const isNew = (what: string) => seen.size < seen.add(what).size

  const openPage = async (email: string, path: string) => {
    const page = await portal.newPage()
    await portal.signIn(page, email)
    await page.goto(path)
    return page
  }
  const save = async ({ paul }: PtoRequestWorld, success: string) => {
    await button(paul, 'Save').click()
    await paul.getByText(success).waitFor()
  }
  /** Selects the request on the administrator's list and starts the answer. */
  const choose = async (world: PtoRequestWorld, answer: 'Accept' | 'Reject') => {
    const { ada } = world
    await ada.goto('/pto-record')
    await ada.getByRole('checkbox', { name: `Select Paul Provider, 11/15/2027, ${when(world)}` }).check()
    await button(ada, answer).click()
    await ada
      .getByRole('dialog')
      .getByText(`Paul Provider, 11/15/2027, ${when(world)}`)
      .waitFor()
    return ada
  }
  const moved = (world: PtoRequestWorld, event: string, by: { userId: number }, to: PtoState) => {
    const from = world.moves.at(-1)?.split(', ').at(-1) ?? 'pending'
    world.moves.push(`pto-request ${ID}: ${from}, ${event} by ${by.userId}, ${to}`)
  }
  const wasGivenBack = ({ moves }: PtoRequestWorld) => moves.at(-1)?.endsWith('givingBack') === true

  /** Paul's list shows the request and the actions it allows. */
  const paulSees = async (world: PtoRequestWorld, state: PtoState) => {
    const { paul, end } = world
    const hours = ENDS[end] ?? 0
    await button(paul, 'Refresh').click()
    await expect
      .poll(async () => (await table(paul).getByRole('row').last().innerText()).split(/\s*\t\s*/).slice(2, 8))
      .toEqual(['11/15/2027', '9:00 AM', end, String(hours), 'Dentist', ptoStatusName(PTO_STATES[state].id)])
    expect(
      await table(paul)
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label'))),
    ).toEqual(['View', ...(OFFERED[state] ?? [])].map((name) => `${name}, 11/15/2027, ${when(world)}`))
    await expect
      .poll(async () =>
        (await paul.getByRole('region', { name: 'Balance' }).locator('dd').allInnerTexts()).map(Number.parseFloat),
      )
      .toEqual(BALANCE[state](hours))
  }
  /** View shows who answered, and how. */
  const paulReads = async ({ paul, note }: PtoRequestWorld, by: string | undefined) => {
    await table(paul)
      .getByRole('button', { name: /^View, / })
      .click()
    const view = paul.getByRole('dialog', { name: 'View PTO' })
    await view.getByText('Dentist').waitFor()
    expect(await view.getByText('11/12/2027').allInnerTexts()).toEqual([
      ...(by === undefined ? [] : [`${by}, 11/12/2027`]),
      '11/12/2027',
    ])
    expect(await view.getByText(/^(Rejection Note|Note|Why it was not taken back)$/).count()).toBe(note === '' ? 0 : 1)
    if (note !== '') await view.getByText(note, { exact: true }).waitFor()
    await view.getByRole('button', { name: 'Close' }).click()
    await view.waitFor({ state: 'hidden' })
  }
  /** The day's Home Page shows the request only while it is pending or accepted. */
  const adaSees = async (world: PtoRequestWorld, state: PtoState) => {
    const granted = `Paul Provider, ${when(world)}`
    const expected: Partial<Record<PtoState, string>> = {
      pending: `${granted} (Pending)`,
      accepted: granted,
      givingBack: granted,
    }
    const { ada } = world
    const answered = ada.waitForResponse((response) => response.url().includes('/get-time-off'))
    await ada.goto('/?date=2027-11-15')
    await answered
    await expect
      .poll(() => ada.getByText(/^Paul Provider, 9:00 AM/).allInnerTexts())
      .toEqual(expected[state] === undefined ? [] : [expected[state]])
  }
  const isStored = async ({ moves, note }: PtoRequestWorld, state: PtoState, by: { userId: number } | undefined) => {
    const stored = await storedTimeOff(portal.database())
    expect(stored.requests).toEqual([{ id: ID, state, notes: note, by: by?.userId ?? null }])
    expect(stored.moves).toEqual(moves)
  }

  const sees =
    (state: PtoState, by: { userId: number; name: string } | undefined) => async (world: PtoRequestWorld) => {
      await paulSees(world, state)
      if (isNew(`view: ${state}, ${by?.name}, ${world.note}`)) await paulReads(world, by?.name)
      if (isNew(`Home Page: ${state}, ${world.end}`)) await adaSees(world, state)
      await isStored(world, state, by)
    }

  /** Begins the request, after those of earlier paths are gone. */
  const begin = async (start: string, { paul, ada }: Pick<PtoRequestWorld, 'paul' | 'ada'>) => {
    const { pool } = portal.database()
    await pool.query('update providers set term_date = null')
    await pool.query('truncate pto_requests, pto_balances, transition_log restart identity cascade')
    await grantHours(portal.database(), PAUL.providerId, 10, NOW)
    const world: PtoRequestWorld = { paul, ada, end: '12:00 PM', moves: [], note: '' }
    if (start === 'the requester') {
      await button(paul, 'Request PTO').click()
      await type(paul, 'Requested Date', '11/15/2027')
      await type(paul, 'Start Time', '9:00 AM')
      await type(paul, 'End Time', world.end)
      await type(paul, 'Reason', 'Dentist')
      await save(world, timeOffMessages.created)
      return world
    }
    const token = await portal.server().tokenOf(PAUL.userId)
    await askForTimeOff(portal.server(), token, { requestedDate: '2027-11-15' })
    if (start === 'an administrator') return world
    await portal.server().call('acceptPtos', {
      token: await portal.server().tokenOf(ADA.userId),
      body: { ids: `${ID}` },
    })
    moved(world, 'request.accept', ADA, 'accepted')
    if (start !== GIVING_BACK) return world
    await portal.server().call('giveBackPtos', { token, body: { ids: [ID] } })
    moved(world, 'request.giveBack', PAUL, 'givingBack')
    return world
  }

  return {
    open: async (start) => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      await allowScreen(portal.database(), 'Providers', 'ProfileInformationRequestPTO')
      await allowScreen(portal.database(), 'Administrators', 'PTORequest')
      // For the last day at work, which cancels it.
      await allowScreen(portal.database(), 'Administrators', 'ProviderProfileInformation')
      await addPlaces(portal.database())
      await portal
        .database()
        .pool.query("update providers set address_line1 = '1 Oak Street', city_id = 1, postal_code = '62701'")
      await portal.database().pool.query('insert into provider_services (provider_id, service_id) values (1, 1)')
      portal.server().now = NOW
      const [paul, ada] = [await openPage(PAUL.email, '/pto-requests'), await openPage(ADA.email, '/favicon.svg')]
      return begin(start, { paul, ada })
    },
    reopen: (world, start) => begin(start, world),
    close: async ({ paul, ada }) => {
      await Promise.all([paul, ada].map((page) => page.close()))
    },
    screenshot: ({ paul }, path) => paul.screenshot({ path }),
    // Paths reach every other state from these.
    starts: ['the requester', 'an administrator', ACCEPTED, GIVING_BACK],
    events: {
      'request.edit': async (world) => {
        await table(world.paul)
          .getByRole('button', { name: /^Edit, / })
          .click()
        await world.paul.getByRole('dialog').getByText('Total Hours').waitFor()
        await type(world.paul, 'End Time', '1:30 PM')
        await save(world, timeOffMessages.updated)
        world.end = '1:30 PM'
        moved(world, 'request.edit', PAUL, 'pending')
      },
      'request.withdraw': async (world) => {
        await table(world.paul)
          .getByRole('button', { name: /^Withdraw, / })
          .click()
        await button(world.paul, 'Withdraw request').click()
        await world.paul.getByText(timeOffMessages.withdrawn).waitFor()
        moved(world, 'request.withdraw', PAUL, 'withdrawn')
      },
      'request.accept': async (world) => {
        const ada = await choose(world, 'Accept')
        await button(ada, 'Confirm').click()
        await ada.getByText(timeOffMessages.accepted).waitFor()
        moved(world, 'request.accept', ADA, wasGivenBack(world) ? 'givenBack' : 'accepted')
      },
      'request.reject': async (world, { event }) => {
        const { note } = event as { note: string }
        const ada = await choose(world, 'Reject')
        const dialog = ada.getByRole('dialog')
        await dialog.getByLabel('Note').fill(note)
        await button(ada, 'Reject').last().click()
        await ada.getByText(timeOffMessages.rejected).waitFor()
        world.note = note
        moved(world, 'request.reject', ADA, wasGivenBack(world) ? 'accepted' : 'rejected')
      },
      'request.cancel': async (world) => {
        const { ada } = world
        await ada.goto(`/edit-provider/${PAUL.providerId}`)
        await ada.getByRole('textbox', { name: 'Termination Date', exact: true }).fill('11/14/2027')
        await button(ada, 'Update').click()
        await button(ada, 'Confirm').click()
        await button(ada, 'OK').click()
        world.note = 'The last day at work is 11/14/2027.'
        moved(world, 'request.cancel', ADA, 'givenBack')
      },
      'request.giveBack': async (world) => {
        await table(world.paul)
          .getByRole('button', { name: /^Return, / })
          .click()
        await button(world.paul, 'Confirm').click()
        await world.paul.getByText(timeOffMessages.givingBack).waitFor()
        moved(world, 'request.giveBack', PAUL, 'givingBack')
      },
      'request.keep': async (world) => {
        await table(world.paul)
          .getByRole('button', { name: /^Keep, / })
          .click()
        await button(world.paul, 'Confirm').click()
        await world.paul.getByText(timeOffMessages.kept).waitFor()
        moved(world, 'request.keep', PAUL, 'accepted')
      },
    },
    states: {
      pending: sees('pending', undefined),
      accepted: sees('accepted', ADA),
      rejected: sees('rejected', ADA),
      withdrawn: sees('withdrawn', PAUL),
      givingBack: sees('givingBack', PAUL),
      givenBack: sees('givenBack', ADA),
    },
  }
}
