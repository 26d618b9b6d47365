import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tries } from '#tests/support/domain/tries.ts'
import { csvRecords, MISSING_QUOTE, UNCLEAR_QUOTES } from './csv-records.ts'

const recordsOf = (text: string) =>
  [...csvRecords(text, ',')].map(({ cells, problem }) => (problem === undefined ? cells : [...cells, { problem }]))

const HEAD = ['School', 'Name']

describe('a table', () => {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', ',', ';', '\t', '\n', '\r', "'", '=') }),
    fc.constantFrom('Robert "Bob" Smith', '5\'6"', '', '"', '""', '","', '\r\n'),
  )
  const separators = fc.constantFrom(',', ';', '\t', '|')

  /** Cells as programs write them: in quotation marks where they must be, and sometimes where they need not be. */
  const written = (text: string, separator: string, isQuoted: boolean) =>
    isQuoted || text.startsWith('"') || /[\r\n]/.test(text) || text.includes(separator)
      ? `"${text.replaceAll('"', '""')}"`
      : text

  test('is read back whole, whatever mixture of conventions it was written in', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 4 })
          .chain((width) =>
            fc.array(
              fc.tuple(fc.array(fc.tuple(cell, fc.boolean()), { minLength: width, maxLength: width }), lineEnd),
              { minLength: 1, maxLength: 6 },
            ),
          ),
        separators,
        fc.boolean(),
        (table, separator, isLastEnded) => {
          const text = table
            .map(([cells, end], index) => {
              const line = cells.map(([value, isQuoted]) => written(value, separator, isQuoted)).join(separator)
              // An empty last line without an end is no line, and a lone carriage return before a line feed is one end.
              const isEmpty = line === ''
              const mark = isEmpty ? '""' : line
              return index === table.length - 1 && !isLastEnded ? mark : mark + end
            })
            .join('')
          expect([...csvRecords(text, separator)]).toEqual(
            table.map(([cells]) => ({ cells: cells.map(([value]) => value) })),
          )
        },
      ),
      tries(100),
    )
  })

  test('with quotation marks that were not doubled loses no letter: it is read, or the row is named', () => {
    // The words that people put in quotation marks inside a name.
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', "'"), minLength: 1, maxLength: 3 })
    const name = fc
      .array(fc.tuple(word, fc.boolean()), { minLength: 1, maxLength: 4 })
      .map((words) => words.map(([text, isQuoted]) => (isQuoted ? `"${text}"` : text)).join(' '))
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name, fc.boolean()), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = rows
          .map(([first, second, isWrapped]) => `${isWrapped ? `"${first}"` : first},${second}\n`)
          .join('')
        const records = [...csvRecords(`School,Name\n${text}`, ',')].slice(1)
        expect(records).toHaveLength(rows.length)
        for (const [index, { cells, problem }] of records.entries()) {
          const [first = '', second] = rows[index] ?? []
          if (problem === undefined) {
            // The marks around a cell that is one quoted name are the program's.
            const [read = '', other] = cells
            expect(cells).toHaveLength(2)
            expect([first, `"${first}"`, first.replaceAll(/^"|"$/g, '')]).toContain(read)
            expect([second, second?.replaceAll(/^"|"$/g, '')]).toContain(other)
          }
        }
      }),
      tries(100),
    )
  })
})

test.each<[string, string, unknown[][]]>([
  ['a nickname', 'Lincoln,Jack "Joe" Moss', [['Lincoln', 'Jack "Joe" Moss']]],
  ['a nickname in a quoted cell, not doubled', 'Lincoln,"Jack "Joe" Moss"', [['Lincoln', 'Jack "Joe" Moss']]],
  ['a quoted cell with a separator and a nickname', 'Lincoln,"Moss, Jack "Joe""', [['Lincoln', 'Moss, Jack "Joe"']]],
  ['a nickname at the start', 'Lincoln,"Joe" Moss', [['Lincoln', '"Joe" Moss']]],
  ['two nicknames', '"Al" and "Bo",Lincoln', [['"Al" and "Bo"', 'Lincoln']]],
  ['a nickname before a quoted cell', '"Joe" Moss,"x"', [['"Joe" Moss', 'x']]],
  ['inches', 'Lincoln,5\'6"', [['Lincoln', '5\'6"']]],
  ['inches in a quoted cell, not doubled', '"is 5\'6" tall",x', [['is 5\'6" tall', 'x']]],
  ['spaces after a quoted cell', '"Lincoln"  ,"Jack"\t', [['Lincoln', 'Jack']]],
  [
    'a mark where files were joined',
    'Lincoln,Jack\n\ufeff"Maple",Jill',
    [
      ['Lincoln', 'Jack'],
      ['Maple', 'Jill'],
    ],
  ],
  [
    'a mark that none ends',
    '"Lincoln,Jack\nMaple,Jill',
    [
      ['"Lincoln', 'Jack', { problem: MISSING_QUOTE }],
      ['Maple', 'Jill'],
    ],
  ],
  ['a mark that is ended in the next row', 'Lincoln,"Jack\nMaple,Jill"\n', [['Lincoln', 'Jack\nMaple,Jill']]],
  [
    'a cell that swallows the next row',
    '"Lincoln,Jack\nMaple,Jill"\n',
    [['Lincoln,Jack\nMaple,Jill', { problem: UNCLEAR_QUOTES }]],
  ],
  ['marks that can be read in two ways', '"a"b,"c"d,"e', [['"a"b', '"c"d', '"e', { problem: MISSING_QUOTE }]]],
])('%s', (_, text, records) => {
  expect(recordsOf(`${HEAD.join(',')}\n${text}`)).toEqual([HEAD, ...records])
})

test('any line ends count, in any mixture', () => {
  expect(recordsOf('School,Name\r\nLincoln,Jack\nMaple,Jill\rOak,Joe\r\n\r\nElm,Al')).toEqual([
    HEAD,
    ['Lincoln', 'Jack'],
    ['Maple', 'Jill'],
    ['Oak', 'Joe'],
    [''],
    ['Elm', 'Al'],
  ])
})
