/**
 * Fields of Word files that run a program or load something as soon as they are updated. Word takes a field's
 * instruction together from any number of runs, so that no keyword needs to be in the file in one piece.
 */

/** Loads pictures, text, or data from elsewhere. */
const LOADING = /^(INCLUDE|INCLUDEPICTURE|INCLUDETEXT|IMPORT|LINK|RD|DATABASE)$/i
const STARTING = /^(DDE|DDEAUTO|HTMLACTIVEX)$/i

export type FieldProblem = 'starts' | 'loads'

const PIECE = /<(?:[\w.-]+:)?(instrText|delInstrText|fldChar|fldSimple)(?=[\s/>])/g
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const TEXT_END = /<\/(?:[\w.-]+:)?(?:instrText|delInstrText)\s*>/g

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Text of XML without its references to characters. */
export const spelledOut = (value: string): string =>
  value.replaceAll(
    /&(?:#x0*([0-9a-f]{1,6})|#0*(\d{1,7})|([a-z]{2,4}));/gi,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) =>
      name !== undefined
        ? (NAMED[name] ?? whole)
        : String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  )

/** Markup that may stand between the letters of a keyword, or hide an end. */
const ASIDES = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** The XML without comments and instructions, and with the text of CDATA as ordinary text. */
function withoutAsides(xml: string): string {
  const kept: string[] = []
  let at = 0
  for (;;) {
    const start = xml.indexOf('<', at)
    const aside = start < 0 ? undefined : ASIDES.find(([opening]) => xml.startsWith(opening, start))
    if (start < 0) return kept.concat(xml.slice(at)).join('')
    kept.push(xml.slice(at, aside ? start : start + 1))
    at = start + 1
    if (!aside) continue
    const [opening, closing] = aside
    const end = xml.indexOf(closing, start + opening.length)
    // What never ends hides nothing: the program that opens the file calls it damaged.
    const inner = xml.slice(start + opening.length, end < 0 ? xml.length : end)
    if (opening === '<![CDATA[') kept.push(inner.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    if (end < 0) return kept.join('')
    at = end + closing.length
  }
}

/** In place of a field within a field's instruction. */
const INNER = '\0'

function problemOf(instruction: string): FieldProblem | undefined {
  // Whatever the encoding, blanks and quotation marks of any kind.
  const text = spelledOut(instruction).replace(/^[^\w\0]+/, '')
  // What kind of field it is, another field decides: nobody can tell before it is updated.
  if (text.startsWith(INNER)) return 'starts'
  const [keyword = ''] = /^[\w.]*/.exec(text) ?? []
  if (STARTING.test(keyword)) return 'starts'
  return LOADING.test(keyword) ? 'loads' : undefined
}

function attributesAt(xml: string, at: number): { all: Map<string, string>; end: number } {
  const all = new Map<string, string>()
  ATTRIBUTE.lastIndex = at
  let end = at
  for (;;) {
    const found = ATTRIBUTE.exec(xml)
    if (!found) return { all, end }
    const [, name = '', one, other] = found
    all.set(name.slice(name.indexOf(':') + 1), spelledOut(one ?? other ?? ''))
    end = ATTRIBUTE.lastIndex
  }
}

/**
 * What the fields of a part would do.
 *
 * @param xml in which at least all letters of ASCII are right
 */
export function fieldProblem(xml: string): FieldProblem | undefined {
  if (!/instrText|InstrText|fldSimple/.test(xml)) return undefined
  const text = withoutAsides(xml)
  const instructions: string[] = []
  /** The fields that have begun, the innermost last; undefined once its result has begun. */
  const open: (string | undefined)[] = []
  for (const found of text.matchAll(PIECE)) {
    const [tag, kind] = found
    const { all, end } = attributesAt(text, found.index + tag.length)
    if (kind === 'fldSimple') instructions.push(all.get('instr') ?? '')
    else if (kind !== 'fldChar') {
      TEXT_END.lastIndex = end
      const written = text.slice(text.indexOf('>', end) + 1, TEXT_END.exec(text)?.index)
      const innermost = open.at(-1)
      // Outside of any field it does nothing, if the fields were told apart as Word does it.
      if (innermost === undefined) instructions.push(written)
      else open[open.length - 1] = innermost + written
    } else if (all.get('fldCharType') === 'begin') {
      const outer = open.at(-1)
      if (outer !== undefined) open[open.length - 1] = outer + INNER
      open.push('')
    } else {
      const instruction = open.at(-1)
      if (instruction !== undefined) instructions.push(instruction)
      if (all.get('fldCharType') === 'end') open.pop()
      else if (open.length > 0) open[open.length - 1] = undefined
    }
  }
  for (const instruction of open) if (instruction !== undefined) instructions.push(instruction)
  const problems = new Set(instructions.map(problemOf))
  return problems.has('starts') ? 'starts' : problems.has('loads') ? 'loads' : undefined
}
