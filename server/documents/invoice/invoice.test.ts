import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { InvoiceDocument } from '#domain/billing/invoice.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { SAMPLE_LOGO, SAMPLE_SERVICES, sampleInvoice } from '#tests/support/domain/invoices.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { readWordFile } from '#tests/support/word-file.ts'
import { writeInvoice } from './write-invoice.ts'

const invoice: InvoiceDocument = { ...sampleInvoice(), replaces: 'INV-00012' }
const write = (format: 'pdf' | 'docx', changed = invoice, logo: typeof SAMPLE_LOGO | null = SAMPLE_LOGO) =>
  writeInvoice({ format, invoice: changed, logo })

const LINES = [
  ['OT Occupational Therapy', 'Hourly, 01/04/2027 to 01/09/2027', '9', 'hours', '$85.50', '$769.50'],
  ['PSY Psychological Evaluation', 'Per session, 01/04/2027 to 01/05/2027', '2', 'sessions', '$240.00', '$480.00'],
  ['SLP Speech and Language Pathology', 'Daily, 01/04/2027 to 01/07/2027', '4', 'days', '$612.25', '$2,449.00'],
]
const SUMS = [
  ['Subtotal', '$3,698.50'],
  ['Admin fee, 5% of $3,218.50', '$160.93'],
  ['Admin fee, 7.5% of $480.00', '$36.00'],
  ['Total', '$3,895.43'],
]
const FIRST_DAY = [
  ['01/04/2027', 'Amélie Okafor', 'A. C.', '8:30 AM-9:15 AM', '45', '1:30'],
  ['01/04/2027', 'Amélie Okafor', 'A. C., B. D.', '9:30 AM-10:15 AM', '45', ''],
]

test('a PDF has the parties, the lines, the totals, the terms, and the sessions behind each line', async () => {
  const { title, pages } = await readPdf(await write('pdf'))
  expect(title).toBe('Invoice INV-00042')
  expect(pages.length).toBe(2)
  expect(pages[0]).toEqual([
    ...['Invoice', 'INV-00042'],
    ...['Northside Therapy Group', '1200 Elm Street, Suite 4', 'Springfield, IL 62701'],
    ...['(217) 555-0100', 'billing@northside.example'],
    ...['Bill to', 'Lincoln Elementary School', '45 Oak Avenue', 'Springfield, IL 62704'],
    ...['Attn. Dana Whitfield, Principal', '(217) 555-0144', 'dwhitfield@lincoln.example'],
    ...['Issue date', '01/16/2027', 'Due date', '02/15/2027', 'Terms', 'Net 30'],
    ...['Service period', '01/01/2027 to 01/15/2027', 'Replaces', 'INV-00012'],
    ...['Service', 'Quantity', 'Rate', 'Amount'],
    ...LINES.flat(),
    ...SUMS.flat(),
    'Thank you for working with us.',
    ...['Remit to', 'Northside Therapy Group', 'P.O. Box 1180', 'Springfield, IL 62705'],
    ...['Payment terms', 'Net 30, due 02/15/2027', 'Include INV-00042 with your payment.'],
    ...['Invoice INV-00042', 'Page 1 of 2'],
  ])
  expect(pages[1]?.slice(0, 2).toSorted()).toEqual(['Invoice INV-00042', 'Northside Therapy Group'])
  expect(pages[1]?.[2]).toBe('Annex: sessions')
  expect(pages[1]?.join('|')).toContain(
    [
      ...['Date', 'Provider', 'Students', 'Time', 'Minutes', 'Billed'],
      ...['OT Occupational Therapy', 'Hourly: 9 hours × $85.50 = $769.50'],
      ...FIRST_DAY.flat().filter((text) => text !== ''),
    ].join('|'),
  )
  expect(pages[1]?.slice(-11)).toEqual([
    ...['01/07/2027', 'Priya Raman', 'A. C., B. D., J. M., R. T.', '8:30 AM-9:15 AM', '45', '1'],
    ...['Total days', '180', '4', 'Invoice INV-00042', 'Page 2 of 2'],
  ])
  for (const total of ['Total hours|540|9:00', 'Total sessions|90|2', 'Total days|180|4']) {
    expect(pages[1]?.join('|')).toContain(total)
  }
})

test('a Word file has the same, with repeated headings, page numbers by fields, and the logo', async () => {
  const { tables, paragraphs, footer, fields, pictures } = readWordFile(await write('docx'))
  const [letterhead, parties, lines, payment, ...annex] = tables
  expect(pictures).toBe(1)
  expect(letterhead?.[0]?.[0]?.trim().split('\n')[0]).toBe('Northside Therapy Group')
  expect(letterhead?.[0]?.[1]).toBe('Invoice\nINV-00042')
  expect(parties?.[0]?.[1]).toBe('Issue date\nDue date\nTerms\nService period\nReplaces')
  expect(parties?.[0]?.[2]).toBe('01/16/2027\n02/15/2027\nNet 30\n01/01/2027 to 01/15/2027\nINV-00012')
  expect(lines).toEqual([
    ['Service', 'Quantity', '', 'Rate', 'Amount'],
    ...LINES.map(([service, detail, ...rest]) => [`${service}\n${detail}`, ...rest]),
    ...SUMS.map((sum) => ['', ...sum]),
  ])
  expect(payment?.[0]?.[1]).toBe('Payment terms\nNet 30, due 02/15/2027\nInclude INV-00042 with your payment.')
  expect(paragraphs).toContain('Thank you for working with us.')
  expect(annex.length).toBe(3)
  expect(annex[0]?.slice(0, 4)).toEqual([
    ['Date', 'Provider', 'Students', 'Time', 'Minutes', 'Billed'],
    ['OT Occupational Therapy', 'Hourly: 9 hours × $85.50 = $769.50'],
    ...FIRST_DAY,
  ])
  expect(annex.map((table) => table.at(-1))).toEqual([
    ['Total hours', '', '540', '9:00'],
    ['Total sessions', '', '90', '2'],
    ['Total days', '', '180', '4'],
  ])
  expect(footer).toBe('Invoice INV-00042Page  of ')
  expect(fields).toEqual(['PAGE', 'NUMPAGES'])
})

test('only the chosen students and services, a school without contact, no logo, amounts as in the locale', async () => {
  const { content } = invoice
  const services = SAMPLE_SERVICES.slice(0, 1).map((service) => ({ ...service, rate: '1085.50' }))
  const school = { ...content.school, contact: null }
  const changed = sampleInvoice(
    services,
    { school, students: ['A. C.', 'B. D.'], services: ['OT Occupational Therapy'], terms: 0 },
    { currency: 'EUR', locale: 'de-DE' },
  )
  const { pages } = await readPdf(await write('pdf', changed, null))
  const text = pages[0]?.join('|').replaceAll('\u00a0', ' ')
  expect(text).toContain('Springfield, IL 62704|accounts@lincoln.example|Issue date')
  expect(text).toContain('Only these students|A. C., B. D.|Only these services|OT Occupational Therapy|')
  expect(text).toContain('|9|hours|1.085,50 €|9.769,50 €|Subtotal|')
  expect(text).toContain('Payment terms|Due on receipt|Include INV-00042')
  expect(readWordFile(await write('docx', changed, null)).pictures).toBe(0)
})

test('totals are on the page of the last line, whatever the number of lines', async () => {
  for (const count of [8, 9, 10, 11, 12, 13, 40]) {
    const services = Array.from({ length: count }, (_, index) => ({
      code: `S${index + 1}`,
      name: 'Service',
      rateTypeId: RATE_TYPE_IDS.daily,
      rate: String(100 + index),
      feePercent: '5',
      rows: 1,
    }))
    const { pages } = await readPdf(await write('pdf', sampleInvoice(services)))
    const before = pages.slice(
      0,
      pages.findIndex((page) => page.includes('Annex: sessions')),
    )
    const written = before.flat().filter((text) => /^S\d+ Service$/.test(text))
    expect(written).toEqual(services.map(({ code }) => `${code} Service`))
    expect(before.find((page) => page.includes('Total'))).toContain(`S${count} Service`)
  }
})

test('a name with characters of XML, and a text of many lines', async () => {
  const note = Array.from({ length: 120 }, (_, index) => `Line ${index + 1} <b> & "more"`).join('\n')
  const changed = sampleInvoice(SAMPLE_SERVICES, { note })
  for (const work of changed.content.work) work.providerName = 'Amélie <& 王小明>'
  const { tables, paragraphs } = readWordFile(await write('docx', changed))
  expect(tables[4]?.[2]?.[1]).toBe('Amélie <& 王小明>')
  expect(paragraphs).toContain('Line 120 <b> & "more"')
  const { pages } = await readPdf(await write('pdf', changed))
  expect(pages.flat().filter((text) => text.startsWith('Line ')).length).toBe(120)
})

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('the same invoice gives the same bytes, in any process and time zone', async () => {
  const script = `
    import { createHash } from 'node:crypto'
    import { writeInvoice } from '#server/documents/invoice/write-invoice.ts'
    import { SAMPLE_LOGO, sampleInvoice } from '#tests/support/domain/invoices.ts'
    for (const format of ['pdf', 'docx']) {
      const invoice = { ...sampleInvoice(), replaces: 'INV-00012' }
      const bytes = await writeInvoice({ format, invoice, logo: SAMPLE_LOGO })
      console.log(createHash('sha256').update(bytes).digest('hex'))
    }`
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    env: { ...process.env, TZ: 'Asia/Tokyo' },
    encoding: 'utf8',
  })
  const [pdf, docx] = [await write('pdf'), await write('docx')]
  expect(output.trim().split('\n')).toEqual([hash(pdf), hash(docx)])
  expect(hash(await write('docx'))).toBe(hash(docx))
})

test('a logo that cannot be read is left out', async () => {
  const broken = { mediaType: 'image/png', content: SAMPLE_LOGO.content.slice(0, 60) }
  for (const format of ['pdf', 'docx'] as const) {
    const [without, bytes] = [await write(format, invoice, null), await write(format, invoice, broken)]
    expect(Buffer.from(bytes).equals(Buffer.from(without))).toBe(true)
  }
})
