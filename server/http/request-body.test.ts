import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import type { UploadRule } from '#contract/upload.ts'
import { BODY_WAITS, readForm as readFormTo } from './request-body.ts'

const rule: UploadRule = {
  field: 'AttachFiles',
  endings: ['.xlsx', '.csv'],
  maxBytes: 1024 * 1024,
  required: 'Upload File',
}

const readForm = (request: Request, rule: UploadRule) =>
  readFormTo(request, rule, { folder: tmpdir(), maxBytes: 1024 }, BODY_WAITS)

/** As a browser sends it. */
const formOf = (...parts: [name: string, value: string | File][]): Request => {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return new Request('http://host.example/', { method: 'POST', body })
}
const csv = (name: string, text = 'ID,Hours') => new File([text], name)

const refusalOf = (request: Request) =>
  readForm(request, rule).then(
    () => 'taken',
    ({ status, message }) => `${status} ${message}`,
  )

describe('a form with a file', () => {
  test('is read completely, with its other fields', async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, index) => index % 256)
    const request = formOf(['languageId', '1'], ['AttachFiles', new File([bytes], 'Horas de mañana.XLSX')])
    expect(await readForm(request, rule)).toEqual({
      fields: { languageId: '1' },
      file: { name: 'Horas de mañana.XLSX', bytes },
    })
  })

  test('loses folders and control characters in the file name', async () => {
    for (const name of ['C:\\Users\\ada\\hours.csv', '../../etc/hours.csv', 'hou\u0007rs.csv']) {
      expect((await readForm(formOf(['AttachFiles', csv(name)]), rule)).file.name).toBe('hours.csv')
    }
  })

  test('must have exactly one file, as the part that the contract names', async () => {
    expect(await refusalOf(formOf(['languageId', '1']))).toBe('400 Upload File')
    expect(await refusalOf(formOf(['AttachFiles', new File([], '')]))).toBe('400 Upload File')
    expect(await refusalOf(formOf(['AttachFiles', 'text']))).toBe('400 Upload File')
    const other = '400 Exactly one file is required, as the part AttachFiles.'
    expect(await refusalOf(formOf(['AttachFiles', csv('a.csv')], ['AttachFiles', csv('b.csv')]))).toBe(other)
    expect(await refusalOf(formOf(['file', csv('a.csv')]))).toBe(other)
    const many = Array.from({ length: 500 }, (): [string, File] => ['AttachFiles', csv('a.csv')])
    expect(await refusalOf(formOf(...many))).toBe(other)
  })

  test('is refused for the name and size of its file', async () => {
    expect(await refusalOf(formOf(['AttachFiles', csv('hours.pdf')]))).toBe(
      '400 Only these file types are supported: .xlsx, .csv',
    )
    expect(await refusalOf(formOf(['AttachFiles', csv('hours.csv', '')]))).toBe('400 The file is empty')
    expect(await refusalOf(formOf(['AttachFiles', csv('hours.csv', 'x'.repeat(rule.maxBytes + 1))]))).toBe(
      '400 The file is too large (maximum 1 MB)',
    )
  })

  test('that declares too large a length is not read', async () => {
    const request = formOf(['AttachFiles', csv('hours.csv')])
    request.headers.set('content-length', String(rule.maxBytes * 2))
    expect(await refusalOf(request)).toBe('413 The file is too large (maximum 1 MB)')
    expect(request.bodyUsed).toBe(false)
  })

  test('without a length is aborted once it is too large', async () => {
    const piece = new Uint8Array(64 * 1024)
    let sent = 0
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += piece.byteLength
        controller.enqueue(piece)
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: endless, headers, duplex: 'half' }
    expect(await refusalOf(new Request('http://host.example/', init))).toContain('413')
    expect(sent).toBeLessThan(rule.maxBytes * 2)
  })

  test('has few fields, which are short', async () => {
    const fields = (count: number, value: string) =>
      formOf(...Array.from({ length: count }, (_, index): [string, string] => [`field${index}`, value]), [
        'AttachFiles',
        csv('a.csv'),
      ])
    expect(await refusalOf(fields(40, 'x'.repeat(1000)))).toBe('taken')
    expect(await refusalOf(fields(60, 'x'))).toBe('400 The form could not be read.')
    expect(await refusalOf(fields(40, 'x'.repeat(2000)))).toBe('400 The form could not be read.')
  })

  test('that breaks off at any time is refused, and ends nothing else', async () => {
    const spooled = { ...rule, isSpooled: true } as const
    const part = '--x\r\nContent-Disposition: form-data; name="AttachFiles"; filename="a.csv"\r\n\r\nID,Hours'
    const refusals = Array.from({ length: 40 }, () =>
      readForm(
        new Request('http://host.example/', {
          method: 'POST',
          body: part,
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        }),
        spooled,
      ).catch(({ message }) => message),
    )
    expect(new Set(await Promise.all(refusals))).toEqual(new Set(['The form could not be read.']))
  })

  test('must be a form', async () => {
    const send = (type: string, body: string) =>
      new Request('http://host.example/', { method: 'POST', body, headers: { 'content-type': type } })
    expect(await refusalOf(send('application/json', '{}'))).toBe(
      '415 The request must be a form with a file (Content-Type: multipart/form-data).',
    )
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      expect(await refusalOf(send(type, '--y\r\nnothing of a form'))).toBe('400 The form could not be read.')
    }
  })
})
