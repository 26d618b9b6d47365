/**
 * The font of every PDF: Inter, as on the screens. It covers Latin with Vietnamese, Greek and Cyrillic; characters of
 * other scripts print as boxes. A PDF embeds only the glyphs that it uses.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const FILES = {
  normal: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  bold: '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
} as const

export type Weight = keyof typeof FILES
export const WEIGHTS = Object.keys(FILES) as Weight[]

export type Fonts = Readonly<Record<Weight, string>>

/** In jsPDF's format: one character per byte. */
const readFont = async (weight: Weight): Promise<string> =>
  (await readFile(createRequire(import.meta.url).resolve(FILES[weight]))).toString('latin1')

let fonts: Promise<Fonts> | undefined

/** The font's files, read from its package for the first PDF. */
export const loadFonts = (): Promise<Fonts> => {
  fonts ??= Promise.all([readFont('normal'), readFont('bold')]).then(([normal, bold]) => ({ normal, bold }))
  return fonts
}
