import { expect, test } from 'vitest'
import { checkPayload, checkPayloadText } from './payload-check.ts'

const schemas = {
  'row.save': {
    type: 'object',
    additionalProperties: false,
    properties: {
      by: { type: 'string' },
      place: {
        anyOf: [{ type: 'object', properties: { id: { type: 'number' } }, required: ['id'] }, { type: 'null' }],
      },
      rows: { type: 'array', items: { type: 'object', properties: { kind: { enum: ['one', 'two'] } } } },
    },
    required: ['by'],
  },
}
const problems = (payload: unknown) => checkPayload(schemas, 'row.save', payload).problems

test('what fits is taken as it is; what may be missing may be undefined', () => {
  const payload = { by: 'Ana', place: null, rows: [{ kind: 'two' }] }
  expect(checkPayload(schemas, 'row.save', payload)).toEqual({ payload, problems: [] })
  expect(problems({ by: 'Ana', place: undefined })).toEqual([])
})

test('what does not fit is told by its path', () => {
  expect(problems({})).toEqual(['Instance does not have required property "by".'])
  expect(problems({ by: 4 })).toEqual(['by: Instance type "number" is invalid. Expected "string".'])
  expect(problems({ by: 'Ana', key: 1 })).toEqual(['key: This is not known here.'])
  expect(problems({ by: 'Ana', rows: [{ kind: 'one' }, { kind: 'six' }] })).toEqual([
    'rows[1].kind: Instance does not match any of ["one","two"].',
  ])
})

test('of a choice of shapes the nearest says what is wrong', () => {
  expect(problems({ by: 'Ana', place: { id: 'six' } })).toEqual([
    'place.id: Instance type "string" is invalid. Expected "number".',
  ])
})

test('nothing written stands for nothing carried; text that is no JSON is told', () => {
  expect(checkPayloadText(schemas, 'row.save', ' ').problems).toEqual([
    'Instance does not have required property "by".',
  ])
  expect(checkPayloadText(schemas, 'row.save', '{"by":').problems).toEqual([
    expect.stringMatching(/^This is no JSON: /),
  ])
  expect(checkPayload(schemas, 'row.drop', {}).problems).toEqual(['Nobody sends an event row.drop.'])
})
