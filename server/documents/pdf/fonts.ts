/**
 * The fonts of every PDF: Inter, as on the screens, for Latin with Vietnamese, Greek and Cyrillic, and Noto for other
 * scripts. A Noto font is read when a text first needs it, and then kept.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as Fontkit from 'fontkit'
import type { Font, GlyphRun } from 'fontkit'

const { resolve } = createRequire(import.meta.url)

export const WEIGHTS = { normal: 400, bold: 700 } as const
export type Weight = keyof typeof WEIGHTS

const INTER = {
  normal: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  bold: '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
} as const

/**
 * Packages of @fontsource-variable, in order of preference: Chinese and Japanese characters are drawn as in simplified
 * Chinese. Each is cut into files by character.
 */
const FALLBACKS = [
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-devanagari',
  'noto-sans-bengali',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-thai',
  'noto-sans-khmer',
  'noto-sans-armenian',
  'noto-sans-georgian',
  'noto-sans-ethiopic',
  'noto-sans-sc',
  'noto-sans-kr',
  'noto-emoji',
] as const

/** A font of one weight. */
export interface Face {
  readonly name: string
  readonly font: Font
}

interface FontFile {
  readonly name: string
  readonly bytes: Buffer
}

type FallbackFile = FontFile & { readonly characters: ReadonlySet<number> }

/** A file of a fallback font. */
interface Slice {
  readonly name: string
  /** Its package. */
  readonly family: string
  /** First and last code points. */
  readonly ranges: readonly (readonly [number, number])[]
}

/** Figures of equal width, so that amounts line up. Alternatives by context would cost half the time for arrows. */
const FEATURES = { tnum: true, calt: false }

/** A hyphen inside a word, which would be as wide as a figure. */
const HYPHEN = /[\p{L}\p{N}]-[\p{L}\p{N}]/u

const WITHOUT_MARKS = { mark: false, mkmk: false, abvm: false, blwm: false }

const MAX_WORDS = 5_000

/** fontkit 2.0.4 fails where a font has no place for an accent on that letter. It is then drawn beside the letter. */
const layOut = (font: Font, word: string): GlyphRun => {
  const features = { ...FEATURES, tnum: !HYPHEN.test(word) }
  try {
    return font.layout(word, features)
  } catch {
    return font.layout(word, { ...features, ...WITHOUT_MARKS })
  }
}

/** What a font file says about substitution and placement. Reading it takes most of a short document's time. */
const layoutTables = new WeakMap<Buffer, Readonly<Record<'GSUB' | 'GPOS', unknown>>>()

/**
 * Lets the fonts of a file share these tables: unlike glyphs, they don't remember what they were asked. fontkit's
 * instances of a variable font share all tables in the same way.
 */
const shareTables = (font: Font, bytes: Buffer): void => {
  const tables = layoutTables.get(bytes) ?? { GSUB: Reflect.get(font, 'GSUB'), GPOS: Reflect.get(font, 'GPOS') }
  layoutTables.set(bytes, tables)
  Object.assign(Reflect.get(font, '_tables'), tables)
}

/**
 * A font as pdfkit needs it. pdfkit tells fonts apart by their PostScript name, which the files of one family have in
 * common, and changes the positions that it gets, so a word that was laid out before is copied.
 */
const faceOf = ({ name, bytes }: FontFile, { create }: typeof Fontkit): Face => {
  const font = create(bytes)
  if ('fonts' in font) throw new Error(`${name} has several fonts`)
  shareTables(font, bytes)
  const words = new Map<string, GlyphRun>()
  const runOf = (word: string) => {
    const run = words.get(word) ?? layOut(font, word)
    if (words.size >= MAX_WORDS) words.clear()
    words.set(word, run)
    return run
  }
  // pdfkit asks for each word with the space after it.
  const layout = (text: string) => {
    const runs = (text.match(/[^ ]+| /g) ?? []).map(runOf)
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions.map((position) => ({ ...position }))),
      advanceWidth: runs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    }
  }
  return { name, font: Object.create(font, { postscriptName: { value: name }, layout: { value: layout } }) }
}

const once = <Value>(load: () => Value): (() => Value) => {
  let loaded: { readonly value: Value } | undefined
  return () => {
    loaded ??= { value: load() }
    return loaded.value
  }
}

const loadFontkit = once(() => import('fontkit'))

const readInter = once(async () => {
  const read = async (weight: Weight) => ({ name: `Inter-${weight}`, bytes: await readFile(resolve(INTER[weight])) })
  const [normal, bold] = await Promise.all([read('normal'), read('bold')])
  return { normal, bold }
})

const parseRanges = (list: string): [number, number][] =>
  list.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

const slicesOf = async (family: (typeof FALLBACKS)[number]): Promise<Slice[]> => {
  const folder = `@fontsource-variable/${family}`
  const content: unknown = JSON.parse(await readFile(resolve(`${folder}/unicode.json`), 'utf8'))
  // Others, such as 'latin', are not of the family's script, and some of their files are empty.
  const isOwn = (name: string) => /^\[\d+\]$/.test(name) || family === `noto-sans-${name}`
  return Object.entries(content ?? {})
    .filter(([name]) => isOwn(name))
    .map(([name, list]) => ({
      name: `${family}-${name.replaceAll(/[[\]]/g, '')}`,
      family: folder,
      ranges: parseRanges(String(list)),
    }))
}

const loadSlices = once(async (): Promise<readonly Slice[]> => (await Promise.all(FALLBACKS.map(slicesOf))).flat())

const charactersOf = ({ ranges }: Slice): string =>
  ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((codePoint) => String.fromCodePoint(codePoint))
    .join('')

const inSlice = ({ ranges }: Slice, codePoint: number) =>
  ranges.some(([first, last]) => first <= codePoint && codePoint <= last)

/** One weight of a variable font; PDFs have no variable ones. */
const readSlice = async (slice: Slice, weight: Weight): Promise<FallbackFile> => {
  const { default: subsetFont } = await import('subset-font')
  const variable = await readFile(resolve(`${slice.family}/files/${slice.name}-wght-normal.woff2`))
  const bytes = await subsetFont(variable, charactersOf(slice), {
    targetFormat: 'sfnt',
    variationAxes: { wght: WEIGHTS[weight] },
  })
  const file = { name: `${slice.name}-${weight}`, bytes }
  return { ...file, characters: new Set(faceOf(file, await loadFontkit()).font.characterSet) }
}

/** The files that this thread has read: by weight and code point, null if no font has the character. */
const known: Record<Weight, Map<number, FontFile | null>> = { normal: new Map(), bold: new Map() }
const read = new Map<string, Promise<FallbackFile>>()

const findFile = async (codePoint: number, weight: Weight): Promise<FontFile | null> => {
  for (const slice of await loadSlices()) {
    if (!inSlice(slice, codePoint)) continue
    const key = `${slice.name} ${weight}`
    const reading = read.get(key) ?? readSlice(slice, weight)
    read.set(key, reading)
    const file = await reading
    if (file.characters.has(codePoint)) return file
  }
  return null
}

/** The fonts of one document: fontkit remembers what it was asked first, so a document never gets another's. */
export class Fonts {
  readonly #fontkit: typeof Fontkit
  readonly #inter: Record<Weight, Face>
  readonly #characters: ReadonlySet<number>
  readonly #faces = new Map<FontFile, Face>()
  readonly #missing = new Map<string, { readonly codePoint: number; readonly weight: Weight }>()

  private constructor(fontkit: typeof Fontkit, inter: Record<Weight, FontFile>) {
    this.#fontkit = fontkit
    this.#inter = { normal: faceOf(inter.normal, fontkit), bold: faceOf(inter.bold, fontkit) }
    this.#characters = new Set(this.#inter.normal.font.characterSet)
  }

  static async create(): Promise<Fonts> {
    return new Fonts(await loadFontkit(), await readInter())
  }

  hasInter(codePoint: number): boolean {
    return this.#characters.has(codePoint)
  }

  inter(weight: Weight): Face {
    return this.#inter[weight]
  }

  /** The font of a character that Inter lacks; Inter, with its box, until `readMissing` has looked for one. */
  faceOf(codePoint: number, weight: Weight): Face {
    const file = known[weight].get(codePoint)
    if (file === undefined) this.#missing.set(`${codePoint} ${weight}`, { codePoint, weight })
    if (!file) return this.inter(weight)
    const face = this.#faces.get(file) ?? faceOf(file, this.#fontkit)
    this.#faces.set(file, face)
    return face
  }

  /** Reads the fonts of characters that were missing, and says whether there were any. */
  async readMissing(): Promise<boolean> {
    const missing = [...this.#missing.values()]
    this.#missing.clear()
    for (const { codePoint, weight } of missing) known[weight].set(codePoint, await findFile(codePoint, weight))
    return missing.length > 0
  }
}
