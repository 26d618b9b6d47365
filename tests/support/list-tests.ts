/**
 * The tests that every list needs, made from its definition, and those of what all lists do alike. See CONTRIBUTING.
 */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ApiClient } from '#contract/api-client.ts'
import { PAGE_SIZES, type PageSize } from '#contract/paging.ts'
import type { ListDefinition } from '#screens/list/list-definition.ts'
import type { ListFilter } from '#screens/list/list-filter.ts'
import { createHttpClient } from '#services/http-client.ts'
import {
  addressOf,
  choose,
  dialogSays,
  failureNotice,
  messagesAtFields,
  openPage,
  press,
  withoutAnswers,
} from './definition-page.ts'
import type { TestPortal } from './portal.ts'
import { PEOPLE } from './server/test-server.ts'

/** A row's text by column, without its number. */
export type Cells = readonly string[]

interface FilterSample {
  /** The text, the option, or for dates 'MM/DD/YYYY - MM/DD/YYYY'. */
  readonly enter: string
  /** '?search=phys' */
  readonly address: string
  readonly shows: readonly Cells[]
}

interface ListSample<Row, Values> {
  readonly definition: ListDefinition<Row, Values>
  readonly path: string
  /** All rows in their usual order: at most eight, which are in the database before each test. */
  readonly rows: readonly Cells[]
  /** By filter key; a string is the reason why a filter is tested by hand. */
  readonly filters: Readonly<Record<string, FilterSample | string>>
  /** Puts more records into the database. */
  readonly addRecords: (count: number) => Promise<unknown>
  /** For a switch that shows no message afterward. */
  readonly switched?: {
    /** A row that is active. */
    readonly name: string
    /** Whether it is active in the database. */
    readonly isActive: () => Promise<boolean>
  }
  /** Whether the screen adds actions to rows. */
  readonly hasRowActions?: boolean
  readonly deletion?: {
    /** A row that can be deleted. */
    readonly name: string
    readonly row: Cells
    /** The complete request body. */
    readonly body: object
    /** The names of the records in the database. */
    readonly stored: () => Promise<readonly string[]>
  }
}

/** A sample of the list in which the tests try what all lists do alike. */
interface ExampleSample<Row, Values> extends ListSample<Row, Values> {
  readonly deletion: NonNullable<ListSample<Row, Values>['deletion']> & {
    readonly refused: {
      /** Another row. */
      readonly name: string
      /** The server's message. */
      readonly says: string
      /** What happens while the question is open; for example, another user deletes the record. */
      readonly meanwhile?: () => Promise<unknown>
    }
  }
}

const ADDED = 12

const typeDate = async (page: Page, label: string, date: string) => {
  await page.getByRole('textbox', { name: label, exact: true }).fill(date)
  await page.keyboard.press('Tab')
}

/** Sets a filter as a user does. */
const enterFilter = async <Values>(page: Page, filter: ListFilter<Values>, entry: string) => {
  switch (filter.kind) {
    case 'text':
      await page.getByRole('searchbox', { name: filter.label, exact: true }).fill(entry)
      return page.keyboard.press('Enter')
    case 'choice':
      return choose(page, filter.label, entry)
    case 'sort':
      return choose(page, 'Sort', entry)
    case 'dateRange': {
      const [from = '', to = ''] = entry.split(' - ')
      await typeDate(page, filter.labels.from, from)
      return typeDate(page, filter.labels.to, to)
    }
    default:
      throw new Error(`A filter of the kind ${filter.kind} needs a separate test`)
  }
}

/** What a filter's control shows. */
const entryOf = async <Values>(page: Page, filter: ListFilter<Values>): Promise<string> => {
  const shown = (role: 'searchbox' | 'combobox' | 'textbox', name: string) =>
    page.getByRole(role, { name, exact: true }).inputValue()
  switch (filter.kind) {
    case 'text':
      return shown('searchbox', filter.label)
    case 'choice':
      return shown('combobox', filter.label)
    case 'sort':
      return shown('combobox', 'Sort')
    case 'dateRange':
      return `${await shown('textbox', filter.labels.from)} - ${await shown('textbox', filter.labels.to)}`
    default:
      return ''
  }
}

/** Makes an administrator's calls, without a browser. */
const administratorsClient = async ({ server }: TestPortal): Promise<ApiClient> => {
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  const ignore = () => undefined
  return createHttpClient({
    base: server().url,
    session: {
      token: () => token,
      userId: () => PEOPLE.Administrators.userId,
      providerId: ignore,
      renew: async () => ({ kind: 'ended' }),
      refuse: ignore,
      noteAccess: ignore,
      requireFactor: ignore,
      accessSettled: async () => undefined,
    },
    proveIdentity: async () => false,
  })
}

/** What tests do in a list. */
const listOf = <Row, Values extends object>(
  portal: TestPortal,
  { definition, path, rows, filters: samples, hasRowActions = false }: ListSample<Row, Values>,
) => {
  const { heading, columns, isNumbered = true, filters, emptyText, add, editHref, status, deletion } = definition
  const width = columns.length + (isNumbered ? 1 : 0)

  /** All rows shown, without their actions. */
  const shown = (page: Page): Promise<string[][]> =>
    page
      .getByRole('table', { name: heading, exact: true })
      .locator('tbody tr')
      .evaluateAll(
        (all, count) =>
          all.map((row) => [...row.querySelectorAll('td')].slice(0, count).map(({ textContent }) => textContent ?? '')),
        width,
      )
  const rowsBecome = (page: Page, expected: readonly Cells[]) =>
    expect
      .poll(() => shown(page))
      .toEqual(expected.map((row, index) => [...(isNumbered ? [String(index + 1)] : []), ...row]))

  const sampled = filters.list.flatMap((filter) => {
    const sample = samples[filter.key]
    if (!sample) throw new Error(`The filter ${filter.key} of "${heading}" needs a sample`)
    return typeof sample === 'string' ? [] : [{ filter, sample }]
  })

  return {
    shown,
    rowsBecome,
    sampled,
    open: (query = '') => openPage(portal, path + query),
    /** The heading, the columns and every row. */
    showsItself: async (page: Page) => {
      await rowsBecome(page, rows)
      expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([heading])
      expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
        ...(isNumbered ? ['ID'] : []),
        ...columns.map(({ title }) => title),
        ...(status ? ['Status'] : []),
        ...(deletion || editHref || hasRowActions ? [expect.stringMatching(/^Actions?$/)] : []),
      ])
      await page.getByText(`1-${rows.length} of ${rows.length} results`, { exact: true }).waitFor()
      if (add) {
        expect(await page.getByRole('link', { name: add.label, exact: true }).getAttribute('href')).toBe(add.href)
      }
      expect(await page.getByRole('button', { name: 'Reset Filters' }).count()).toBe(0)
    },
    /** One after the other, with the rows, the address and the way back. */
    filters: async (
      page: Page,
      meanwhile?: (entry: () => Promise<string>, sample: FilterSample) => Promise<unknown>,
    ) => {
      const reset = page.getByRole('button', { name: 'Reset Filters' })
      for (const { filter, sample } of sampled) {
        const before = await entryOf(page, filter)
        await enterFilter(page, filter, sample.enter)
        await rowsBecome(page, sample.shows)
        await expect.poll(() => addressOf(page)).toBe(path + sample.address)
        await meanwhile?.(() => entryOf(page, filter), sample)
        await reset.click()
        await rowsBecome(page, rows)
        await expect.poll(() => addressOf(page)).toBe(path)
        expect(await entryOf(page, filter)).toBe(before)
        expect(await reset.count()).toBe(0)
      }
    },
    showsEmptyText: async (page: Page) => {
      if (!filters.list.some(({ kind }) => kind === 'text')) return
      await page.getByRole('searchbox').fill('nothing is called this')
      await page.keyboard.press('Enter')
      await expect.poll(() => shown(page)).toEqual([[emptyText]])
      await page.getByText('0-0 of 0 results', { exact: true }).waitFor()
      await press(page, 'Reset Filters')
      await rowsBecome(page, rows)
    },
  }
}

/** What deleting a row asks, sends, stores and says. */
const deletionOf = <Row, Values extends object>(
  { definition, rows, deletion }: ListSample<Row, Values>,
  rowsBecome: (page: Page, expected: readonly Cells[]) => Promise<unknown>,
) => {
  if (!deletion || !definition.deletion) return
  const { name, row, body, stored } = deletion
  const { destructiveLabel = 'Confirm', done, failed } = definition.deletion
  const question = typeof definition.deletion.question === 'string' ? definition.deletion.question : ''
  const ask = async (page: Page, subject: string) => {
    await press(page, `Delete ${subject}`)
    return dialogSays(page, question, subject)
  }
  return {
    ask,
    destructiveLabel,
    failed,
    /** Shows the success message until OK; then the row and the record are gone. */
    confirm: async (page: Page, dialog: Locator) => {
      const before = await stored()
      expect(before).toContain(name)
      const sent = page.waitForRequest((request) => request.method() !== 'GET')
      await press(dialog, destructiveLabel)
      expect((await sent).postDataJSON()).toEqual(body)
      if (typeof done === 'string') await press(await dialogSays(page, 'Done', done), 'OK')
      await rowsBecome(
        page,
        rows.filter((other) => other !== row),
      )
      expect(await stored()).toEqual(before.filter((other) => other !== name))
    },
  }
}

/**
 * What is this list's alone: its columns, filters, switch, deletion, and the pages that its endpoint returns. Call in a
 * browser test file, after the hooks that fill the database.
 */
export const listTests = <Row, Values extends object>(portal: TestPortal, sample: ListSample<Row, Values>): void => {
  const { definition, rows, addRecords, switched, deletion: deleted } = sample

  describe(`the list "${definition.heading}"`, () => {
    const list = listOf(portal, sample)
    const deletion = deletionOf(sample, list.rowsBecome)

    const isSwitched = async (page: Page) => {
      if (!switched || !definition.status) return
      const { name, isActive } = switched
      const control = page.getByRole('switch', { name: `${name} is active`, exact: true })
      for (const active of [false, true]) {
        expect(await isActive()).toBe(!active)
        await control.press('Space')
        await expect.poll(() => control.isChecked()).toBe(active)
        await expect.poll(() => control.isEnabled()).toBe(true)
        expect(await isActive()).toBe(active)
      }
    }

    test('shows every row, filters, switches and deletes rows', async () => {
      const page = await list.open()
      await list.showsItself(page)
      await list.filters(page)
      await list.showsEmptyText(page)
      await isSwitched(page)
      if (deletion && deleted) await deletion.confirm(page, await deletion.ask(page, deleted.name))
    })

    test('has pages that follow each other', async () => {
      await addRecords(ADDED)
      const client = await administratorsClient(portal)
      const [small, large] = PAGE_SIZES
      const get = (page: number, size: PageSize) =>
        definition.rows.run(client, { filters: definition.filters.none, page, size })
      const whole = await get(1, large)
      expect(whole.total).toBe(rows.length + ADDED)
      expect(whole.rows).toHaveLength(rows.length + ADDED)
      expect((await get(1, small)).rows).toEqual(whole.rows.slice(0, small))
      expect((await get(2, small)).rows).toEqual(whole.rows.slice(small))
    })
  })
}

/** What every list does, tried in one of them. */
export const everyListTests = <Row, Values extends object>(
  portal: TestPortal,
  sample: ExampleSample<Row, Values>,
): void => {
  const { definition, path, rows, addRecords, deletion: deleted } = sample
  const { isNumbered = true, filters } = definition

  describe(`every list, such as "${definition.heading}",`, () => {
    const { shown, rowsBecome, sampled, open, ...list } = listOf(portal, sample)
    const deletion = deletionOf(sample, rowsBecome)

    const outlivesFailure = async (page: Page) => {
      const notice = failureNotice(page, 'The list could not be loaded. What you see may be out of date.')
      await withoutAnswers(page, async () => {
        await press(page, 'Refresh')
        await notice.waitFor()
      })
      // The list loads by itself once the browser is online again.
      await notice.waitFor({ state: 'hidden' })
      await rowsBecome(page, rows)
    }

    /** An end before the start is rejected at its field and filters nothing. */
    const rejectsDates = async (page: Page) => {
      for (const { filter } of sampled) {
        if (filter.kind !== 'dateRange') continue
        await enterFilter(page, filter, '01/02/2026 - 01/01/2026')
        const words = filter.refuse?.(Object.assign({}, filters.none, { from: '2026-01-02', to: '2026-01-01' })) ?? ''
        await expect.poll(() => messagesAtFields(page)).toEqual([words])
        await expect.poll(() => addressOf(page)).toBe(`${path}?from=2026-01-02`)
        await page.goto(`${path}?from=2026-01-02&to=2026-01-01`)
        await rowsBecome(page, rows)
      }
    }

    test('shows every row, loads again after a failure, and is filtered until reset', async () => {
      const page = await open()
      await list.showsItself(page)
      await outlivesFailure(page)
      await list.filters(page, async (entry, { enter, shows }) => {
        await page.reload()
        await rowsBecome(page, shows)
        await expect.poll(entry).toBe(enter)
      })
      await list.showsEmptyText(page)
      await rejectsDates(page)
    })

    test('changes pages and page size', async () => {
      await addRecords(ADDED)
      const total = rows.length + ADDED
      const page = await open('?page=2')
      const isSecond = () => page.getByText(`11-${total} of ${total} results`, { exact: true }).waitFor()
      await isSecond()
      const second = await shown(page)
      expect(second).toHaveLength(total - 10)
      await press(page, 'Page 1')
      await page.getByText(`1-10 of ${total} results`, { exact: true }).waitFor()
      await expect.poll(() => shown(page)).toHaveLength(10)
      expect(addressOf(page)).toBe(path)
      const all = [...(await shown(page)), ...second]
      if (isNumbered) expect(all.map(([number]) => Number(number))).toEqual(all.map((_, index) => index + 1))
      await press(page, 'Page 2')
      await isSecond()
      await expect.poll(() => shown(page)).toEqual(second)
      expect(addressOf(page)).toBe(`${path}?page=2`)

      await choose(page, 'Results per page', '20')
      await expect.poll(() => shown(page)).toEqual(all)
      expect(addressOf(page)).toBe(`${path}?size=20`)
      await page.reload()
      await expect.poll(() => shown(page)).toEqual(all)
    })

    test("deletes a row after confirmation, keeps it when that fails, and shows the server's refusal", async () => {
      if (!deletion) throw new Error(`No row of "${definition.heading}" can be deleted`)
      const { ask, confirm, destructiveLabel, failed } = deletion
      const { name, stored, refused } = deleted
      const before = await stored()
      const page = await open()
      const asked = await ask(page, name)
      await press(asked, 'Cancel')
      await asked.waitFor({ state: 'hidden' })
      expect(await stored()).toEqual(before)

      const dialog = await ask(page, name)
      await withoutAnswers(page, async () => {
        const failure = page.waitForEvent('requestfailed')
        await press(dialog, destructiveLabel)
        await failure
        await expect.poll(() => dialog.getByRole('button', { name: 'Cancel' }).isEnabled()).toBe(true)
      })
      expect(await stored()).toEqual(before)
      await confirm(page, dialog)

      const last = await ask(page, refused.name)
      await refused.meanwhile?.()
      const left = await stored()
      await press(last, destructiveLabel)
      await press(await dialogSays(page, failed, refused.says), 'OK')
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(await stored()).toEqual(left)
    })
  })
}
