/**
 * Letter templates: Word files with placeholders (src/domain/letter-fields.ts). Runs in worker threads, which limit the
 * time and memory that a template may take. The only file that calls docxtemplater; none of its messages leaves it.
 */
import Docxtemplater, { type DXT } from 'docxtemplater'
import { unzipSync, zipSync } from 'fflate'
import PizZip from 'pizzip'
import { z } from 'zod'
import { type LetterValues, letterFields, letterLists, placeholder } from '#domain/letter-fields.ts'
import { counted } from '#domain/words.ts'
import { checkedParts } from '#server/documents/unpacked-size.ts'

/** The size of an unpacked template, in bytes. */
const MAX_UNPACKED = 50 * 1024 * 1024
/** How many problems are named. */
const MAX_PROBLEMS = 20

export interface ReadTemplate {
  /** It has placeholders, right ones or wrong ones. */
  readonly isLetter: boolean
  /** What keeps it from being filled in, in words for its author. */
  readonly problems: readonly string[]
}

export interface FilledLetter {
  readonly docx: Uint8Array<ArrayBuffer>
  /** The labels of fields that the letter names and that are not known. */
  readonly missing: readonly string[]
}

interface Part {
  readonly type: string
  readonly value: string
  readonly module?: string | undefined
  readonly inverted?: boolean | undefined
  readonly subparsed?: readonly Part[] | undefined
}

const partSchema: z.ZodType<Part> = z.object({
  type: z.string(),
  value: z.string(),
  module: z.string().optional(),
  inverted: z.boolean().optional(),
  get subparsed() {
    return z.array(partSchema).optional()
  },
})

const inspected = z.object({ inspect: z.object({ postparsed: z.array(partSchema) }) })

/** Takes note of every placeholder: the library's own module for that needs a package that it doesn't depend on. */
class Placeholders implements DXT.Module {
  readonly name = 'Placeholders'
  readonly parts: Part[] = []

  set(step: unknown): void {
    const { success, data } = inspected.safeParse(step)
    if (success) this.parts.push(...data.inspect.postparsed.filter(({ type }) => type === 'placeholder'))
  }
}

const scopeSchema = z.record(z.string(), z.unknown())

/** Looks a name up where the placeholder is, then farther out. Names are whole: nothing is computed. */
const parser = (tag: string): DXT.Parser => ({
  get: (scope: unknown) => {
    const { success, data } = scopeSchema.safeParse(scope)
    return success && Object.hasOwn(data, tag) ? data[tag] : undefined
  },
})

const compile = (bytes: Uint8Array, found: Placeholders) =>
  new Docxtemplater(new PizZip(bytes), {
    delimiters: { start: '{{', end: '}}' },
    syntax: { changeDelimiterPrefix: null },
    modules: [found],
    paragraphLoop: true,
    linebreaks: true,
    stripInvalidXMLChars: true,
    errorLogging: false,
    nullGetter: () => '',
    parser,
  })

// What is wrong with a template

const failureSchema = z.object({
  properties: z.object({
    id: z.string(),
    xtag: z.string().optional(),
    openingtag: z.string().optional(),
    closingtag: z.string().optional(),
  }),
})
const failuresSchema = z.object({ properties: z.object({ errors: z.array(failureSchema) }) })

type Failure = z.infer<typeof failureSchema>['properties']

/** A placeholder that was never closed goes on to the end of its paragraph. */
const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const opening = (tag: string) => `{{#${shortened(tag)}}}`
const closing = (tag: string) => `{{/${shortened(tag)}}}`

const failureInWords = ({ id, xtag: found = '', openingtag = '', closingtag = '' }: Failure): string => {
  const xtag = found.replaceAll(/^[{}\s]+|[{}\s]+$/g, '')
  switch (id) {
    case 'unclosed_tag':
    case 'duplicate_open_tag':
      return `“{{${shortened(xtag)}” is opened but not closed. Add }}.`
    case 'unopened_tag':
    case 'duplicate_close_tag':
      return `“${shortened(xtag)}}}” is closed but was not opened. Add {{.`
    case 'unclosed_loop':
      return `${opening(xtag)} is never closed. Add ${closing(xtag)}.`
    case 'unopened_loop':
      return `${closing(xtag)} closes what was not opened. Add ${opening(xtag)} before it.`
    case 'closing_tag_does_not_match_opening_tag':
      return `${opening(openingtag)} is closed by ${closing(closingtag)}. Close first what was opened last.`
    case 'unbalanced_loop_tags':
      return 'A repeated part begins in one table cell and ends outside of that table row. Begin and end it in the same row.'
    default:
      return xtag === ''
        ? 'A placeholder is in a place where it cannot be filled in.'
        : `${placeholder(shortened(xtag))} is in a place where it cannot be filled in.`
  }
}

const failuresOf = (error: unknown): Failure[] | undefined => {
  const several = failuresSchema.safeParse(error)
  if (several.success) return several.data.properties.errors.map(({ properties }) => properties)
  const one = failureSchema.safeParse(error)
  return one.success ? [one.data.properties] : undefined
}

const FIELD_NAMES: ReadonlySet<string> = new Set(letterFields.map(({ name }) => name))
const LISTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  letterLists.map(({ name, fields }) => [name, new Set(fields.map((field) => field.name))]),
)
/** The lists that have a field of that name. */
const listsWith = (name: string) => [...LISTS].flatMap(([list, fields]) => (fields.has(name) ? [list] : []))

const unknownInWords = (name: string): string => {
  const [list] = listsWith(name)
  return list === undefined
    ? `${placeholder(shortened(name))} is not a field of letters.`
    : `${placeholder(name)} is only known between ${opening(list)} and ${closing(list)}.`
}

const isPlaceholder = ({ type }: Part) => type === 'placeholder'
const isSection = ({ subparsed }: Part) => subparsed !== undefined

/** Names what can't be filled in. Lists are not repeated within lists: no letter needs it, and it multiplies. */
const problemsIn = (parts: readonly Part[], list?: string): string[] =>
  parts.flatMap((part) => {
    const { value: name, module, inverted = false, subparsed = [] } = part
    const within = subparsed.filter(isPlaceholder)
    // It would be written into the file as it is, as a part of its XML.
    if (module !== undefined && module !== 'loop') return [unknownInWords(`@${name}`)]
    if (isSection(part) && LISTS.has(name)) {
      if (inverted) return problemsIn(within, list)
      if (list === undefined) return problemsIn(within, name)
      return [`${opening(name)} is inside of ${opening(list)}. Close that one first.`]
    }
    const isKnown = FIELD_NAMES.has(name) || (list !== undefined && LISTS.get(list)?.has(name))
    const own = isKnown
      ? []
      : [
          LISTS.has(name)
            ? `${placeholder(name)} is a list. Write ${opening(name)} … ${closing(name)}.`
            : unknownInWords(name),
        ]
    return [...own, ...problemsIn(within, list)]
  })

interface Compiled {
  /** Undefined if it can't be filled in. */
  readonly template: Docxtemplater<PizZip> | undefined
  readonly parts: readonly Part[]
  readonly problems: readonly string[]
}

const compiled = (bytes: Uint8Array): Compiled => {
  const found = new Placeholders()
  checkedParts(bytes, MAX_UNPACKED)
  try {
    const template = compile(bytes, found)
    const problems = [...new Set(problemsIn(found.parts))]
    return { template: problems.length === 0 ? template : undefined, parts: found.parts, problems }
  } catch (error) {
    const failures = failuresOf(error)
    if (!failures) throw error
    return { template: undefined, parts: [], problems: [...new Set(failures.map(failureInWords))] }
  }
}

/** Reads a Word file that may be a letter template. A file without placeholders is none, and neither is a damaged one. */
export const readLetterTemplate = (bytes: Uint8Array): ReadTemplate => {
  try {
    const { parts, problems } = compiled(bytes)
    const more = problems.length - MAX_PROBLEMS
    return {
      isLetter: parts.length > 0 || problems.length > 0,
      problems: more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `${counted(more, 'more problem')}.`] : problems,
    }
  } catch {
    return { isLetter: false, problems: [] }
  }
}

// Filling in

const LABELS: ReadonlyMap<string, string> = new Map(
  [...letterFields, ...letterLists].map(({ name, label }) => [name, label]),
)

/** Names that the letter says something else for, or nothing, if they aren't known. */
const allowedFor = (parts: readonly Part[]): string[] =>
  parts.filter(isSection).flatMap((part) => [part.value, ...allowedFor(part.subparsed ?? [])])

/** Labels of what the letter names and isn't known. */
const missingIn = (
  parts: readonly Part[],
  values: Readonly<Record<string, unknown>>,
  allowed = new Set(allowedFor(parts)),
): string[] =>
  parts.filter(isPlaceholder).flatMap(({ value: name, subparsed, inverted }) => {
    const label = LABELS.get(name)
    const value = values[name]
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    const isMissed = isEmpty && label !== undefined
    if (subparsed === undefined) return isMissed && !allowed.has(name) ? [label] : []
    if (inverted || !isEmpty) return missingIn(subparsed, values, allowed)
    return isMissed && LISTS.has(name) ? [label] : []
  })

/** ZIP files have local times; this is the same one everywhere. */
const UNDATED = '2000-01-01T00:00:00'

/**
 * Fills a template in. The same values give the same bytes.
 *
 * @throws if the template has problems: it was checked when it was uploaded, by other rules
 */
export const fillLetter = ({
  bytes,
  values,
}: {
  readonly bytes: Uint8Array
  readonly values: LetterValues
}): FilledLetter => {
  const { template, parts, problems } = compiled(bytes)
  if (!template) throw new Error(`This letter template can't be filled in: ${problems.join(' ')}`)
  template.render(values)
  const files = unzipSync(template.getZip().generate({ type: 'uint8array', compression: 'STORE' }))
  return { docx: new Uint8Array(zipSync(files, { mtime: UNDATED })), missing: [...new Set(missingIn(parts, values))] }
}
