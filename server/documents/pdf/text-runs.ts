/**
 * A line of text as runs of one font each, from left to right: the order of the Unicode bidirectional algorithm, so
 * that Arabic and Hebrew read from the right.
 */
import bidiFactory from 'bidi-js'
import type { Face, Fonts, Weight } from './fonts.ts'

export interface TextRun {
  readonly face: Face
  readonly text: string
}

const bidi = bidiFactory()
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a reader sees as single characters: a letter with its accents, an emoji made of several. */
export const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Latin letters, which Inter has all of. */
const PLAIN = /^[\u0020-\u007e\u00a0-\u024f]*$/

/** Characters that fonts need no glyph for: joiners, variation selectors, directional marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/** Thai and Lao am is written as a ring above the tone mark, and a vowel. Fonts expect them in this order. */
const AM = /([\u0e48-\u0e4b]*)\u0e33/g

interface Piece extends TextRun {
  readonly level: number
}

const faceFor = (grapheme: string, weight: Weight, fonts: Fonts): Face => {
  const [base = ' ', ...rest] = [...grapheme].filter((sign) => !INVISIBLE.test(sign))
  const isInter = [base, ...rest].every((sign) => fonts.hasInter(sign.codePointAt(0) ?? 0))
  return isInter ? fonts.inter(weight) : fonts.faceOf(base.codePointAt(0) ?? 0, weight)
}

/** Inter has no letters that are written from the right; the signs between such letters are reversed here. */
const inVisualOrder = ({ face, text, level }: Piece, inter: Face): TextRun => {
  if (level % 2 === 0) return { face, text }
  const mirrored = graphemesOf(text).map((sign) => bidi.getMirroredCharacter(sign) ?? sign)
  return { face, text: (face === inter ? mirrored.reverse() : mirrored).join('') }
}

export const runsOf = (line: string, weight: Weight, fonts: Fonts): readonly TextRun[] => {
  const inter = fonts.inter(weight)
  if (PLAIN.test(line)) return [{ face: inter, text: line }]
  const text = line.replaceAll(AM, '\u0e4d$1\u0e32')
  const { levels } = bidi.getEmbeddingLevels(text)
  const pieces: Piece[] = []
  let at = 0
  for (const grapheme of graphemesOf(text)) {
    const face = faceFor(grapheme, weight, fonts)
    const level = levels[at] ?? 0
    at += grapheme.length
    const last = pieces.at(-1)
    if (last?.face === face && last.level === level) pieces[pieces.length - 1] = { ...last, text: last.text + grapheme }
    else pieces.push({ face, level, text: grapheme })
  }
  const highest = Math.max(...pieces.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < pieces.length; start += 1) {
      let end = start
      while ((pieces[end]?.level ?? 0) >= level) end += 1
      if (end > start) pieces.splice(start, end - start, ...pieces.slice(start, end).reverse())
      start = end
    }
  }
  return pieces.map((piece) => inVisualOrder(piece, inter))
}
