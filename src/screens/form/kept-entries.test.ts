/**
 * Every place where a user types keeps a draft, or says here why it needs none. The places are found in the source: each
 * call of `useForm`, and each text field. A form keeps its entries if it passes them to a draft, and a component with
 * fields if every form that it belongs to does.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const SECRET = 'a password, a code or an address for signing in must not stay in the browser'
const CHOICES = 'nothing is typed but dates'
const SEARCH = 'it narrows what is shown, and the address keeps it'
const SHOWN = 'it only shows a text to copy'

/** What is typed here and not kept, and why. */
const EXCUSED: Readonly<Record<string, string>> = {
  'src/screens/billing/history-search.tsx': SEARCH,
  'src/screens/billing/lock-out-dialog.tsx': CHOICES,
  'src/screens/billing/send-all-dialog.tsx': CHOICES,
  'src/screens/form/record-page.tsx': 'one of its two forms only shows a record',
  'src/screens/home/add-caseload-dialog.tsx': SEARCH,
  'src/screens/home/people/people-screen.tsx': SEARCH,
  'src/screens/home/use-confirm-day.tsx': 'it shows the hours that are confirmed, and has no fields',
  'src/screens/notifications/mail-settings.tsx': 'a choice for each category',
  'src/screens/people/role-dialog.tsx': 'a checkbox for each role',
  'src/screens/people/users-screen.tsx': 'the choice of a role',
  'src/screens/providers/reset-password-dialog.tsx': SECRET,
  'src/screens/schedule/calendar-feed-button.tsx': SHOWN,
  'src/screens/session/change-password-screen.tsx': SECRET,
  'src/screens/session/forgot-password-dialog.tsx': SECRET,
  'src/screens/session/identity-proof-form.tsx': SECRET,
  'src/screens/session/one-field-form.tsx': SECRET,
  'src/screens/session/recover-password-screen.tsx': SECRET,
  'src/screens/session/sign-in-screen.tsx': SECRET,
  'src/workflows/page/chart-toolbar.tsx': SEARCH,
  'src/workflows/exports/embed-button.tsx': SHOWN,
  'src/workflows/name-form.tsx': 'the short name of something that is on the page',
  'src/workflows/simulate/offers.tsx': 'a payload to try out, which nothing is stored of',
  'src/ui/filters/search-filter.tsx': SEARCH,
  'src/ui/time-select/time-select.tsx': 'a time, which the form around it keeps',
}

const FORM = /\buseForm[<(]/g
const FIELD = /<(?:Textarea|TextInput|JsonInput|NumberInput|Autocomplete|TagsInput)\b/g
const KEEPING = /\b(?:useKeepFields|useKeepDraft|onEntered\?\.)\(|type: 'draft\.change'/g
/** `RecordForm` keeps what is entered in the fields of these. */
const DEFINITION = /: (?:RecordFormDefinition|RecordPageDefinition)</
const IMPORTS = /import (?!type )[^;]*? from '(\.[^']*|#[^']*)'/g

const root = join(import.meta.dirname, '../../..')
const files = ['src/screens', 'src/workflows', 'src/ui'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
)
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const sourceOf = (file: string): string => sources.get(file) ?? ''
const countOf = (file: string, what: RegExp): number => sourceOf(file).match(what)?.length ?? 0

const importersOf = new Map<string, string[]>()
for (const [file, source] of sources) {
  for (const [, from = ''] of source.matchAll(IMPORTS)) {
    const target = from.startsWith('#') ? `src/${from.slice(1)}` : join(dirname(file), from)
    importersOf.set(target, [...(importersOf.get(target) ?? []), file])
  }
}

/** Those who put it on a page, except for those that only pass it on. */
const isKept = (file: string, seen: readonly string[] = []): boolean => {
  if (seen.includes(file)) return true
  const forms = countOf(file, FORM)
  const keeping = countOf(file, KEEPING)
  // A dialog is not kept by the form of the page that it opens on.
  if (forms > 0 || keeping > 0) return forms <= keeping
  return DEFINITION.test(sourceOf(file)) || isKeptAbove(file, seen)
}

const isKeptAbove = (file: string, seen: readonly string[]): boolean => {
  const importers = importersOf.get(file) ?? []
  return importers.length > 0 && importers.every((importer) => isKept(importer, [...seen, file]))
}

const places = files.filter((file) => countOf(file, FORM) + countOf(file, FIELD) > 0)

test('every place where a user types keeps a draft, or says why it needs none', () => {
  expect(places.filter((file) => EXCUSED[file] === undefined && !isKept(file))).toEqual([])
})

test('no excuse is left of a place that is gone or keeps a draft now', () => {
  expect(Object.keys(EXCUSED).filter((file) => !places.includes(file) || isKept(file))).toEqual([])
})

test('the places with notes, reasons and texts are found', () => {
  const kept = places.filter((file) => EXCUSED[file] === undefined)
  expect(kept).toEqual(
    expect.arrayContaining([
      'src/screens/form/text-dialog.tsx',
      'src/screens/schedule/feedback-dialog.tsx',
      'src/screens/form/decision-dialog.tsx',
      'src/screens/time-off/pto-review-dialogs.tsx',
      'src/screens/documents/upload-document.tsx',
      'src/screens/organization/settings-form.tsx',
    ]),
  )
})
