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

test('a valid payload is returned unchanged; optional fields may be undefined', () => {
  const payload = { by: 'Ana', place: null, rows: [{ kind: 'two' }] }
  expect(checkPayload(schemas, 'row.save', payload)).toEqual({ payload, problems: [] })
  expect(problems({ by: 'Ana', place: undefined })).toEqual([])
})

test('problems name the path of what is invalid', () => {
  expect(problems({})).toEqual(['Instance does not have required property "by".'])
  expect(problems({ by: 4 })).toEqual(['by: Instance type "number" is invalid. Expected "string".'])
  expect(problems({ by: 'Ana', key: 1 })).toEqual(['key: Unknown property.'])
  expect(problems({ by: 'Ana', rows: [{ kind: 'one' }, { kind: 'six' }] })).toEqual([
    'rows[1].kind: Instance does not match any of ["one","two"].',
  ])
})

test('in a union, the closest match reports the problem', () => {
  expect(problems({ by: 'Ana', place: { id: 'six' } })).toEqual([
    'place.id: Instance type "string" is invalid. Expected "number".',
  ])
})

test('empty text means no payload; invalid JSON is reported', () => {
  expect(checkPayloadText(schemas, 'row.save', ' ').problems).toEqual([
    'Instance does not have required property "by".',
  ])
  expect(checkPayloadText(schemas, 'row.save', '{"by":').problems).toEqual([expect.stringMatching(/^Invalid JSON: /)])
  expect(checkPayload(schemas, 'row.drop', {}).problems).toEqual(['The event row.drop is never sent.'])
})
