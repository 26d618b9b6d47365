import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { invoiceFiles } from '#server/db/schema/invoices.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { schools } from '#server/db/schema/schools.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { refusalOf, SCHOOL_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

describe("an invoice's files", () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const download = async (name: 'downloadInvoicePdf' | 'downloadInvoiceDoc', path: string) => {
    const { data, headers, status } = await server().call(name, { token: token.ada, params: { path } })
    return {
      status,
      bytes: Buffer.from(z.instanceof(Uint8Array).parse(data)),
      name: headers.get('content-disposition'),
    }
  }

  test('say what was frozen, and are the same bytes each time', async () => {
    await db().update(schools).set({ name: 'Lincoln/East' })
    await work(server(), token, { date: '2026-11-03', rateTypeId: RATE_TYPE_IDS.hourly })
    await server().call('lockOutPeriod', { token: token.ada, body: NOVEMBER })
    await server().call('generateInvoice', { token: token.ada, body: { ...NOVEMBER, schoolId: SCHOOL_IDS.lincoln } })
    const [pdf, docx] = await Promise.all([
      download('downloadInvoicePdf', 'invoice-1.pdf'),
      download('downloadInvoiceDoc', 'invoice-1.docx'),
    ])
    expect(pdf.name).toContain('filename="INV-00001 Lincoln-East.pdf"')
    expect(docx.name).toContain('filename="INV-00001 Lincoln-East.docx"')
    const { pages } = await readPdf(new Uint8Array(pdf.bytes))
    expect(pages.flat()).toEqual(expect.arrayContaining(['INV-00001', 'Lincoln/East', '$85.50']))
    expect(docx.bytes.subarray(0, 2).toString()).toBe('PK')
    await db().update(organisation).set({ name: 'Another Name' })
    await db().update(schools).set({ name: 'Another School' })
    expect((await download('downloadInvoicePdf', 'invoice-1.pdf')).bytes.equals(pdf.bytes)).toBe(true)
    expect((await download('downloadInvoiceDoc', 'invoice-1.docx')).bytes.equals(docx.bytes)).toBe(true)
    expect(await db().$count(invoiceFiles)).toBe(2)
  })

  test('are not found by other names, nor in another format', async () => {
    const call = async (path: string) =>
      refusalOf(await server().call('downloadInvoicePdf', { token: token.ada, params: { path } }))
    expect(await call('invoice-7.pdf')).toEqual({ status: 404, message: 'File not found' })
    expect(await call('invoice-7.docx')).toEqual({ status: 404, message: 'File not found' })
    expect(await call('..%2Finvoice-7.pdf')).toMatchObject({ status: 400, message: 'File not found' })
    expect(
      await server().call('downloadInvoicePdf', { token: token.paul, params: { path: 'invoice-7.pdf' } }),
    ).toMatchObject({ status: 403 })
  })
})
