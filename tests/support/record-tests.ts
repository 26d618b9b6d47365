/**
 * The browser tests that every page with a form over one record needs, made from its definition, and those of what all
 * such pages do alike. See CONTRIBUTING.
 */

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { formMessages } from '#domain/form-messages.ts'
import { capitalized } from '#domain/words.ts'
import type { FormContent } from '#machines/common/record-page.ts'
import type { RecordPageDefinition } from '#screens/form/record-page.tsx'
import { axeFindings } from './axe.ts'
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
import { hasFocus } from './focus.ts'
import type { TestPortal } from './portal.ts'
import { PEOPLE } from './server/test-server.ts'

/** The texts or options to enter, by the label of a text input or select. */
type Entries = Readonly<Record<string, string>>

interface SavedSample {
  readonly entries: Entries
  /** The complete request body. */
  readonly body: object
  /** The record as stored afterward. */
  readonly stored: object
}

interface RecordSample<Values extends FormContent> {
  readonly definition: RecordPageDefinition<Values>
  readonly paths: { readonly add: string; readonly edit: string }
  /** The record of `paths.edit`. */
  readonly record: {
    /** Its name in the list. */
    readonly name: string
    /** The list's address, filtered so that it shows the record before and after the change. */
    readonly foundAt: string
    readonly entries: Entries
  }
  readonly added: SavedSample
  readonly edited: SavedSample
  /** Entries that pass the schema but that the server refuses, if it refuses any. */
  readonly refused?: { readonly entries: Entries; readonly field: string; readonly says: string }
  /** The records in the database. */
  readonly stored: () => Promise<readonly object[]>
}

const fieldOf = (page: Page, label: string): Locator =>
  page
    .getByRole('textbox', { name: label, exact: true })
    .or(page.getByRole('combobox', { name: label, exact: true }))
    .first()

const isSelect = async (field: Locator) => (await field.getAttribute('role')) === 'combobox'

const enter = async (page: Page, entries: Entries) => {
  for (const [label, entry] of Object.entries(entries)) {
    const field = fieldOf(page, label)
    await field.waitFor()
    if (await isSelect(field)) await choose(page, label, entry)
    else await field.fill(entry)
  }
}

const shows = async (page: Page, entries: Entries) => {
  for (const [label, entry] of Object.entries(entries)) {
    await expect.poll(() => fieldOf(page, label).inputValue()).toBe(entry)
  }
}

const restored = (page: Page) => page.getByText(/^Your unsaved changes from .* were restored\.$/)

/** What tests do on a form page. */
const formOf = <Values extends FormContent>(
  portal: TestPortal,
  { definition, paths, record, added, edited, refused, stored }: RecordSample<Values>,
) => {
  const { titles, back, blank, schema, done, saveLabel = 'Save' } = definition
  const saveLabels = typeof saveLabel === 'string' ? [saveLabel] : Object.values(saveLabel)
  const save = (page: Page) => page.getByRole('button', { name: new RegExp(`^(${saveLabels.join('|')})$`) }).click()
  const titleIs = (page: Page, title: string) =>
    page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  /** Saves, checks the success message, and returns the request body. */
  const saveAndRead = async (page: Page, says: string | undefined) => {
    const sent = page.waitForRequest((request) => request.method() !== 'GET')
    await save(page)
    const body: unknown = (await sent).postDataJSON()
    if (says !== undefined) await press(await dialogSays(page, 'Saved', says), 'OK')
    return body
  }
  const holds = async (expected: object) => expect(await stored()).toContainEqual(expect.objectContaining(expected))

  /** Saves an empty form: names the missing fields. */
  const namesMissing = async (page: Page, purpose: 'add' | 'edit') => {
    if (!blank) return
    if (purpose === 'edit') {
      for (const label of Object.keys(record.entries)) {
        if (!(await isSelect(fieldOf(page, label)))) await enter(page, { [label]: '' })
      }
    }
    expect(await messagesAtFields(page)).toEqual([])
    await save(page)
    // A select with an option can't be emptied.
    const isMissing = (name: PropertyKey | undefined) => purpose === 'add' || blank.values[String(name)] !== null
    const issues = schema(purpose).safeParse(blank.values).error?.issues ?? []
    const missing = issues.filter(({ path }) => isMissing(path[0]))
    const first = new Map(missing.toReversed().map(({ path, message }) => [path.join('.'), message]))
    await expect.poll(() => messagesAtFields(page)).toEqual([...first.values()].toReversed())
  }

  return {
    save,
    titleIs,
    saveAndRead,
    holds,
    namesMissing,
    /** Adds a record, on its page, and is in the list then. */
    adds: async (page: Page) => {
      const before = await stored()
      await titleIs(page, titles.add)
      await namesMissing(page, 'add')
      expect(await stored()).toEqual(before)
      await enter(page, added.entries)
      expect(await saveAndRead(page, done?.add)).toEqual(added.body)
      await expect.poll(() => addressOf(page)).toBe(back)
      expect(await stored()).toHaveLength(before.length + 1)
      await holds(added.stored)
    },
    /** Opens the record from the list, at `record.foundAt`. */
    opens: async (page: Page) => {
      await page.getByRole('link', { name: `Edit ${record.name}`, exact: true }).click()
      await titleIs(page, titles.edit)
      await shows(page, record.entries)
    },
    /** Changes the opened record, and is where it was in the list then. */
    changes: async (page: Page) => {
      const before = await stored()
      await enter(page, edited.entries)
      expect(await saveAndRead(page, done?.edit)).toEqual(edited.body)
      await expect.poll(() => addressOf(page)).toBe(record.foundAt)
      expect(await stored()).toHaveLength(before.length)
      await holds(edited.stored)
    },
    openEdit: async () => {
      const page = await openPage(portal, paths.edit)
      await shows(page, record.entries)
      return page
    },
    /** The server's refusal is at its field, and the entries stay. */
    showsRefusal: async (page: Page) => {
      if (!refused) return
      const before = await stored()
      await enter(page, refused.entries)
      await save(page)
      await expect.poll(() => messagesAtFields(page)).toEqual([refused.says])
      expect(await fieldOf(page, refused.field).getAttribute('aria-invalid')).toBe('true')
      await shows(page, refused.entries)
      expect(await stored()).toEqual(before)
    },
  }
}

/**
 * What is this page's alone: its fields, messages and bodies. Call in a browser test file, after the hooks that fill the
 * database.
 */
export const recordTests = <Values extends FormContent>(portal: TestPortal, sample: RecordSample<Values>): void => {
  const { definition, paths, record } = sample
  const form = formOf(portal, sample)
  test(`the form of a ${definition.noun} adds a record once nothing is missing, and changes one that the list shows`, async () => {
    const page = await openPage(portal, definition.blank ? paths.add : record.foundAt)
    if (definition.blank) {
      await form.adds(page)
      await page.goto(record.foundAt)
    }
    await form.opens(page)
    await form.showsRefusal(page)
    await form.changes(page)
  })
}

/** What every form page does, tried on one of them. */
export const everyRecordTests = <Values extends FormContent>(
  portal: TestPortal,
  sample: RecordSample<Values> & {
    /** Changes the record of `paths.edit` as another user would. */
    readonly changeMeanwhile: () => Promise<unknown>
  },
): void => {
  const { definition, paths, record, added, edited, stored, changeMeanwhile } = sample
  const { titles, noun, back, done } = definition
  const { save, titleIs, saveAndRead, holds, namesMissing, openEdit, ...form } = formOf(portal, sample)

  describe(`every form page, such as that of a ${noun},`, () => {
    const isFirstFocused = (page: Page) => hasFocus(page.locator('[aria-invalid="true"]').first())

    test('names the fields that are missing until they are filled in, then adds a record', async () => {
      const before = await stored()
      const page = await openPage(portal, paths.add)
      await titleIs(page, titles.add)
      await namesMissing(page, 'add')
      expect(await isFirstFocused(page)).toBe(true)
      expect(await axeFindings(page)).toEqual([])
      // Further typing is validated immediately.
      await enter(page, edited.entries)
      await expect.poll(() => messagesAtFields(page)).toEqual([])
      expect(await stored()).toEqual(before)
      await enter(page, added.entries)
      expect(await saveAndRead(page, done?.add)).toEqual(added.body)
      await expect.poll(() => addressOf(page)).toBe(back)
      await holds(added.stored)
    })

    test('saves changes and returns to the same place in the list', async () => {
      const page = await openPage(portal, record.foundAt)
      await form.opens(page)
      await form.changes(page)
      // The draft is gone.
      await page.goto(paths.edit)
      await shows(page, edited.entries)
      expect(await restored(page).count()).toBe(0)
    })

    test('keeps a draft after a reload, and asks before Cancel discards it', async () => {
      const before = await stored()
      const page = await openEdit()
      await enter(page, edited.entries)
      await page.reload()
      await restored(page).waitFor()
      await shows(page, edited.entries)
      const question = page.getByRole('dialog', { name: formMessages.cancel, exact: true })
      await press(page, 'Cancel')
      await press(question, 'No')
      await question.waitFor({ state: 'hidden' })
      await shows(page, edited.entries)
      await press(page, 'Cancel')
      await press(question, 'Yes')
      await expect.poll(() => addressOf(page)).toBe(back)
      expect(await stored()).toEqual(before)

      // The draft is gone, and leaving the unchanged form asks no question.
      await page.goto(paths.edit)
      await shows(page, record.entries)
      expect(await restored(page).count()).toBe(0)
      await press(page, 'Cancel')
      await expect.poll(() => addressOf(page)).toBe(back)
    })

    const outlivesFailure = async (page: Page) => {
      const before = await stored()
      await withoutAnswers(page, async () => {
        const failure = page.waitForEvent('requestfailed')
        await save(page)
        await failure
        await expect.poll(() => page.getByRole('button', { name: 'Cancel', exact: true }).isEnabled()).toBe(true)
      })
      await shows(page, edited.entries)
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(await stored()).toEqual(before)
    }

    test("keeps the entries after a refusal, a failure and someone else's change, which it replaces when saved again", async () => {
      const page = await openEdit()
      await titleIs(page, titles.edit)
      await namesMissing(page, 'edit')
      await form.showsRefusal(page)
      await enter(page, edited.entries)
      await expect.poll(() => messagesAtFields(page)).toEqual([])
      await outlivesFailure(page)
      await changeMeanwhile()
      const theirs = await stored()
      await save(page)
      const alert = page.getByRole('alert')
      await expect
        .poll(() => alert.allInnerTexts())
        .toEqual([`Someone else has changed this ${noun}.\n\n${formMessages.kept}`])
      await shows(page, edited.entries)
      expect(await stored()).toEqual(theirs)
      await saveAndRead(page, done?.edit)
      await expect.poll(() => addressOf(page)).toBe(back)
      await holds(edited.stored)
    })

    test('says that there is no such record, and leads to the list', async () => {
      const page = await portal.newPage()
      await portal.signIn(page, PEOPLE.Administrators.email)
      for (const id of ['999999', 'none']) {
        await page.goto(paths.edit.replace(/[^/]*$/, id))
        await failureNotice(page, `${capitalized(noun)} not found.`).waitFor()
        await page.getByRole('button', { name: 'Back', exact: true }).click()
        await expect.poll(() => addressOf(page)).toBe(back)
      }
    })
  })
}
