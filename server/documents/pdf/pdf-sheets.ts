/** What a PDF is drawn on: the only file that calls pdfkit. */
import type { Font } from 'fontkit'
import type { TextRun } from './text-runs.ts'

interface OpenedPicture extends Size {
  readonly orientation?: number
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Missing in its types: a font that fontkit has opened. */
      registerFont(name: string, src: Font): this
    }
    interface PDFImage {
      /** Missing in its types: reads a picture without drawing it. */
      openImage(src: Buffer): OpenedPicture
      image(src: OpenedPicture, x: number, y: number, options: ImageOption): this
    }
  }
}

/** PNG or JPEG. */
export type Picture = Uint8Array

export interface Size {
  readonly width: number
  readonly height: number
}

/** The picture as large as fits `most`. */
export const fitInto = ({ width, height }: Size, most: Size): Size => {
  const scale = Math.min(most.width / width, most.height / height)
  return { width: width * scale, height: height * scale }
}

export interface Sheets extends Size {
  addPage(): void
  /** @param y of the baseline */
  text(run: TextRun, x: number, y: number, size: number, colour: string): void
  fill(x: number, y: number, width: number, height: number, colour: string): void
  line(x1: number, y1: number, x2: number, y2: number, weight: number, colour: string): void
  /** In pixels. */
  sizeOf(picture: Picture): Size
  picture(content: Picture, x: number, y: number, size: Size): void
}

interface SheetsOptions {
  readonly orientation: 'portrait' | 'landscape'
  readonly title: string
  readonly author: string
  readonly created: Date
}

/** US Letter. */
const SHORT_SIDE = 612
const LONG_SIDE = 792

/** EXIF orientations from here on turn a picture on its side. */
const FIRST_TURNED = 5

export class PdfSheets implements Sheets {
  readonly width: number
  readonly height: number
  readonly #pdf: PDFKit.PDFDocument
  readonly #chunks: Uint8Array[] = []
  readonly #end: Promise<void>
  readonly #fonts = new Set<string>()
  readonly #pictures = new Map<Picture, OpenedPicture>()

  private constructor(pdf: PDFKit.PDFDocument, size: Size) {
    this.#pdf = pdf
    this.width = size.width
    this.height = size.height
    pdf.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk))
    this.#end = new Promise((resolve, reject) => {
      pdf.once('end', resolve)
      pdf.once('error', reject)
    })
  }

  /** The same input gives the same bytes: pdfkit makes the file's id from what is given here. */
  static async create({ orientation, title, author, created }: SheetsOptions): Promise<PdfSheets> {
    // Loaded with the first document: a thread that only reads spreadsheets does not need it.
    const { default: PDFDocument } = await import('pdfkit')
    const isWide = orientation === 'landscape'
    const size = isWide ? { width: LONG_SIDE, height: SHORT_SIDE } : { width: SHORT_SIDE, height: LONG_SIDE }
    const pdf = new PDFDocument({
      size: [size.width, size.height],
      margin: 0,
      autoFirstPage: false,
      font: '',
      lang: 'en-US',
      displayTitle: true,
      pdfVersion: '1.7',
      info: { Title: title, Author: author, Creator: 'Homeroom', Producer: 'Homeroom', CreationDate: created },
    })
    return new PdfSheets(pdf, size)
  }

  /** Sheets of the same size that show nothing. */
  asDraft(): Sheets {
    const nothing = () => undefined
    return {
      width: this.width,
      height: this.height,
      addPage: nothing,
      text: nothing,
      fill: nothing,
      line: nothing,
      sizeOf: (content) => this.sizeOf(content),
      picture: nothing,
    }
  }

  addPage(): void {
    this.#pdf.addPage()
  }

  text({ face, text }: TextRun, x: number, y: number, size: number, colour: string): void {
    if (!this.#fonts.has(face.name)) this.#pdf.registerFont(face.name, face.font)
    this.#fonts.add(face.name)
    this.#pdf.font(face.name, size).fillColor(colour).text(text, x, y, { lineBreak: false, baseline: 'alphabetic' })
  }

  fill(x: number, y: number, width: number, height: number, colour: string): void {
    this.#pdf.rect(x, y, width, height).fill(colour)
  }

  line(x1: number, y1: number, x2: number, y2: number, weight: number, colour: string): void {
    this.#pdf.moveTo(x1, y1).lineTo(x2, y2).lineWidth(weight).stroke(colour)
  }

  sizeOf(content: Picture): Size {
    const { width, height, orientation = 1 } = this.#open(content)
    return orientation >= FIRST_TURNED ? { width: height, height: width } : { width, height }
  }

  picture(content: Picture, x: number, y: number, size: Size): void {
    this.#pdf.image(this.#open(content), x, y, { fit: [size.width, size.height] })
  }

  /** Returns the file. Nothing can be written afterward. */
  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    this.#pdf.end()
    await this.#end
    return new Uint8Array(Buffer.concat(this.#chunks))
  }

  #open(content: Picture): OpenedPicture {
    const opened = this.#pictures.get(content) ?? this.#pdf.openImage(Buffer.from(content))
    this.#pictures.set(content, opened)
    return opened
  }
}

/** In pixels, for other kinds of documents. */
export const sizeOfPicture = async (content: Picture): Promise<Size> => {
  const sheets = await PdfSheets.create({ orientation: 'portrait', title: '', author: '', created: new Date(0) })
  return sheets.sizeOf(content)
}
