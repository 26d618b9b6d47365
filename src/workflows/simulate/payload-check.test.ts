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
  expect(problems({})).toEqual(['by: This value is required.'])
  expect(problems({ by: 4 })).toEqual(['by: This value must be text.'])
  expect(problems({ by: 'Ana', key: 1 })).toEqual(['key: Unknown property.'])
  expect(problems({ by: 'Ana', rows: [{ kind: 'one' }, { kind: 'six' }] })).toEqual([
    'rows[1].kind: This value must be "one" or "two".',
  ])
})

test('in a union, the closest match reports the problem', () => {
  expect(problems({ by: 'Ana', place: { id: 'six' } })).toEqual(['place.id: This value must be a number.'])
})

test('empty text means no payload; invalid JSON is reported', () => {
  expect(checkPayloadText(schemas, 'row.save', ' ').problems).toEqual(['by: This value is required.'])
  expect(checkPayloadText(schemas, 'row.save', '{"by":').problems).toEqual(['This is not valid JSON.'])
  expect(checkPayload(schemas, 'row.drop', {}).problems).toEqual(['The event row.drop is never sent.'])
})
