/** The letter templates of the demo district: Word files with placeholders (src/domain/letter-fields.ts). */
import type { IParagraphOptions, IRunOptions } from 'docx'
import { settleDocx } from '#server/documents/settle-docx.ts'

/** In half points. */
const TEXT = 22
const SMALL = 18
const NAME = 32
const FAINT = '5C5F66'
const LINE = 'C9CED6'
/** Twentieths of a point. */
const INCH = 1440

type Docx = typeof import('docx')
type Children = InstanceType<Docx['Paragraph'] | Docx['Table']>[]

interface Tools {
  readonly docx: Docx
  /** A paragraph; `**words**` are bold. */
  readonly p: (text: string, options?: IParagraphOptions) => InstanceType<Docx['Paragraph']>
  /** Rows of cells; the first is the heading. */
  readonly table: (rows: readonly (readonly string[])[], shares: readonly number[]) => InstanceType<Docx['Table']>
}

const toolsOf = (docx: Docx): Tools => {
  const { BorderStyle, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } = docx
  const runs = (text: string, style: IRunOptions = {}) =>
    text.split('**').map((part, index) => new TextRun({ size: TEXT, bold: index % 2 === 1, ...style, text: part }))
  const p = (text: string, options: IParagraphOptions = {}) =>
    new Paragraph({ spacing: { after: 160 }, ...options, children: runs(text) })
  const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
  const line = { style: BorderStyle.SINGLE, size: 4, color: LINE }
  const table = (rows: readonly (readonly string[])[], shares: readonly number[]) => {
    const sum = shares.reduce((total, share) => total + share, 0)
    return new Table({
      width: { size: 6.5 * INCH, type: WidthType.DXA },
      columnWidths: shares.map((share) => Math.round((6.5 * INCH * share) / sum)),
      borders: { top: line, bottom: line, left: none, right: none, insideVertical: none, insideHorizontal: line },
      rows: rows.map(
        (cells, row) =>
          new TableRow({
            tableHeader: row === 0,
            cantSplit: true,
            children: cells.map(
              (text) =>
                new TableCell({
                  margins: { top: 60, bottom: 60, left: 80, right: 80 },
                  children: [new Paragraph({ children: runs(text, row === 0 ? { bold: true } : {}) })],
                }),
            ),
          }),
      ),
    })
  }
  return { docx, p, table }
}

/** The letterhead, the text, and who signs. */
const letterOf = async (
  title: string,
  date: string,
  body: (tools: Tools) => Children,
): Promise<Uint8Array<ArrayBuffer>> => {
  // Loaded when it is needed because it is large.
  const docx = await import('docx')
  const tools = toolsOf(docx)
  const { AlignmentType, BorderStyle, Document, Footer, Header, Packer, Paragraph, TextRun } = docx
  const { p } = tools
  const small = (text: string) => new TextRun({ text, size: SMALL, color: FAINT })
  const letterhead = [
    new Paragraph({ children: [new TextRun({ text: '{{organization.name}}', size: NAME, bold: true })] }),
    new Paragraph({ children: [small('{{organization.address}}')] }),
    new Paragraph({
      border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: LINE, space: 6 } },
      spacing: { after: 240 },
      children: [small('{{organization.phone}}  {{organization.email}}')],
    }),
  ]
  const close = [
    p('Sincerely,', { spacing: { before: 240, after: 160 } }),
    p(''),
    p(''),
    p('**{{organization.signer}}**', { spacing: { after: 0 } }),
    p('{{organization.signerTitle}}', { spacing: { after: 0 } }),
    p('{{organization.name}}'),
  ]
  const file = new Document({
    title,
    creator: 'Homeroom',
    styles: { default: { document: { run: { font: 'Calibri', size: TEXT } } } },
    sections: [
      {
        properties: { titlePage: true, page: { margin: { top: INCH, bottom: INCH, left: INCH, right: INCH } } },
        headers: { first: new Header({ children: letterhead }), default: new Header({ children: [] }) },
        footers: {
          first: new Footer({
            children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [small(title)] })],
          }),
        },
        children: [p('{{letter.date}}'), ...body(tools), ...close],
      },
    ],
  })
  return settleDocx(await Packer.toBuffer(file), date, (document) => document)
}

const employmentVerification = ({ p, table }: Tools): Children => [
  p('To whom it may concern:'),
  p('**Re: Verification of employment of {{provider.name}}**'),
  p(
    'This letter confirms that {{provider.name}} is employed by {{organization.name}}{{#provider.startDate}} and has worked with us since {{provider.startDate}}{{/provider.startDate}}. {{provider.firstName}} serves the schools of our district in the following position.',
  ),
  table(
    [
      ['Position', '{{provider.type}}'],
      ['Department', '{{provider.department}}{{^provider.department}}Not assigned{{/provider.department}}'],
      ['Job class', '{{provider.jobClass}}{{^provider.jobClass}}Not assigned{{/provider.jobClass}}'],
      ['Status', '{{provider.status}}'],
    ],
    [1, 3],
  ),
  p(
    'We give this information at the request of {{provider.name}}. Please call us at {{organization.phone}} with any question about it.',
    {
      spacing: { before: 240, after: 160 },
    },
  ),
]

const assignment = ({ p, table }: Tools): Children => [
  p('{{provider.name}}', { spacing: { after: 0 } }),
  p('{{provider.address}}'),
  p('**Re: Your school assignment**'),
  p('Dear {{provider.firstName}}:'),
  p(
    'This letter confirms your assignment as {{provider.type}}. From the date of this letter on, you serve the students of these schools:',
  ),
  table(
    [
      ['School', 'Address', 'Phone'],
      ['{{#schools}}**{{name}}**', '{{address}}', '{{phone}}{{/schools}}'],
    ],
    [3, 3, 2],
  ),
  p('You deliver these services:', { spacing: { before: 240, after: 80 } }),
  p('{{#services}}'),
  p('{{description}} ({{code}})', { bullet: { level: 0 }, spacing: { after: 40 } }),
  p('{{/services}}'),
  p(
    'Please read this letter and accept it in the portal. If a school is missing or is not yours, call us at {{organization.phone}} before you accept.',
    { spacing: { before: 160, after: 160 } },
  ),
]

interface LetterTemplate {
  readonly title: string
  readonly fileName: string
  readonly isForProviders: boolean
  /** Whether Maria has such a letter. */
  readonly isForMaria: boolean
  readonly content: Uint8Array<ArrayBuffer>
}

/** @param date in their properties, `YYYY-MM-DD`; the same date gives the same bytes */
export const createLetterTemplates = async (date: string): Promise<LetterTemplate[]> => [
  {
    title: 'Employment verification',
    fileName: 'Employment verification.docx',
    isForProviders: true,
    isForMaria: false,
    content: await letterOf('Verification of employment', date, employmentVerification),
  },
  {
    title: 'School assignment',
    fileName: 'School assignment.docx',
    isForProviders: false,
    isForMaria: true,
    content: await letterOf('School assignment', date, assignment),
  },
]
