import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type LetterValues, letterFields } from '#domain/letter-fields.ts'
import { createLetterTemplates } from '#server/seed/letter-templates.ts'
import { letterFile, textOfLetter } from '#tests/support/server/letter-files.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { LetterMaker } from './letter-maker.ts'
import { writeLetterPdf } from './letter-pdf.ts'
import { fillLetter, readLetterTemplate } from './letter-template.ts'

const school = (name: string) => ({ name, address: '1 Main Street', city: 'Springfield', state: 'Illinois', phone: '' })

const EXAMPLES = Object.fromEntries(letterFields.map(({ name, example }) => [name, example]))
const VALUES = {
  ...EXAMPLES,
  'organization.name': 'Ray & <Sons>',
  'provider.department': '',
  schools: [school('Lincoln'), school('Maple')],
  rates: [
    { type: 'Hourly', rate: '$54.00', since: 'August 1, 2026', newRate: '$56.50', newRateFrom: 'January 1, 2027' },
    { type: 'Per session', rate: '$40.00', since: 'August 1, 2026', newRate: '', newRateFrom: '' },
  ],
  services: [],
} as unknown as LetterValues

const problemsOf = async (...lines: string[]) => readLetterTemplate(await letterFile(lines))

describe('reading a template', () => {
  test('without placeholders, it is no letter; single braces are none', async () => {
    expect(await problemsOf('Name: {name}', 'Date: ____')).toEqual({ isLetter: false, problems: [] })
    expect(readLetterTemplate(new Uint8Array([1, 2, 3]))).toEqual({ isLetter: false, problems: [] })
  })

  test('names everything that is not a field, once', async () => {
    expect(
      await problemsOf(
        '{{provider.ssn}} {{provider.nam}} {{provider.nam}}',
        '{{@provider.name}}',
        '{{name}} {{schools}}',
      ),
    ).toEqual({
      isLetter: true,
      problems: [
        '{{provider.ssn}} is not a field of letters.',
        '{{provider.nam}} is not a field of letters.',
        '{{@provider.name}} is not a field of letters.',
        '{{name}} is only known between {{#schools}} and {{/schools}}.',
        '{{schools}} is a list. Write {{#schools}} … {{/schools}}.',
      ],
    })
  })

  test.each([
    ['{{#schools}}{{name}}', '{{#schools}} is never closed. Add {{/schools}}.'],
    ['{{name}}{{/schools}}', '{{/schools}} closes what was not opened. Add {{#schools}} before it.'],
    [
      '{{#schools}}{{#provider.type}}{{/schools}}{{/provider.type}}',
      '{{#provider.type}} is closed by {{/schools}}. Close first what was opened last.',
    ],
    ['{{#schools}}{{#rates}}{{/rates}}{{/schools}}', '{{#rates}} is inside of {{#schools}}. Close that one first.'],
    ['Dear {{provider.name', '“{{provider.name” is opened but not closed. Add }}.'],
    ['Dear provider.name}}', '“provider.name}}” is closed but was not opened. Add {{.'],
  ])('says what is wrong with %s', async (line, problem) => {
    const { isLetter, problems } = await problemsOf(line)
    expect({ isLetter, problem: problems[0] }).toEqual({ isLetter: true, problem })
  })
})

describe('filling in', () => {
  test('repeats paragraphs and table rows, joins split runs, and escapes what is filled in', async () => {
    const bytes = await letterFile(
      [
        ['Dear {', '{provider.', 'firstName}', '} of {{organization.name}}:'],
        '{{provider.address}}',
        '{{#schools}}',
        '{{name}} for {{provider.lastName}}',
        '{{/schools}}',
        '{{#provider.department}}In {{provider.department}}{{/provider.department}}{{^provider.department}}No department{{/provider.department}}',
        '{{#services}}{{code}}{{/services}} End',
      ],
      [['{{#rates}}{{type}}', '{{rate}}{{#newRate}}, then {{newRate}}{{/newRate}}{{/rates}}']],
    )
    const { docx, missing } = fillLetter({ bytes, values: VALUES })
    expect(await textOfLetter(docx)).toEqual([
      'Dear Maria of Ray & <Sons>:',
      // The reader leaves line breaks out.
      '12 Oak AvenueSpringfield, IL 62704',
      'Lincoln for Lopez',
      'Maple for Lopez',
      'No department',
      ' End',
      'Hourly',
      '$54.00, then $56.50',
      'Per session',
      '$40.00',
    ])
    expect(missing).toEqual(['Services of the provider'])
    expect(Buffer.from(docx).equals(Buffer.from(fillLetter({ bytes, values: VALUES }).docx))).toBe(true)
  })

  test('our own PDF has the header, the text, the table and the footer, and says what it lacks', async () => {
    const [, assignment] = await createLetterTemplates('2026-11-26')
    if (!assignment) throw new Error('There is no such template')
    expect(readLetterTemplate(assignment.content)).toEqual({ isLetter: true, problems: [] })
    const { docx } = fillLetter({ bytes: assignment.content, values: VALUES })
    const paper = { docx, title: 'Assignment', organization: 'Homeroom', date: '2026-11-26' }
    const { pdf, notShown } = await writeLetterPdf(paper)
    const { title, pages } = await readPdf(pdf)
    expect({ title, notShown, pages: pages.length }).toEqual({ title: 'Assignment', notShown: [], pages: 1 })
    const text = pages[0]?.join('\n')
    for (const part of ['Ray & <Sons>', 'November 26, 2026', 'Dear Maria:', 'Lincoln', 'Maple', 'Dana Whitfield']) {
      expect(text).toContain(part)
    }
    expect(text).toContain('School assignment\nPage 1 of 1')
    expect(text).not.toContain('{{')
  })
})

test('a LibreOffice that cannot convert is noticed at the start, and letters get the simpler PDF', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'homeroom-soffice-'))
  // Like one without Writer: it ends with success and writes nothing.
  const program = join(folder, 'soffice')
  await writeFile(program, '#!/bin/sh\necho "Error: source file could not be loaded" >&2\n', { mode: 0o755 })
  const warning = once(process, 'warning')
  const maker = new LetterMaker(program)
  const docx = await letterFile(['Dear Paul'])
  const { pdf } = await maker.pdf('a', { docx, title: 'Letter', organization: 'District', date: '2026-11-20' })
  expect((await readPdf(pdf)).pages.flat()).toContain('Dear Paul')
  expect(maker.isExact).toBe(false)
  expect(String(await warning)).toContain(
    `LIBREOFFICE (${program}) cannot convert Word files, so letters get the portal's simpler PDFs. Is LibreOffice Writer installed? LibreOffice made no PDF: Error: source file could not be loaded`,
  )
  await rm(folder, { recursive: true })
})
