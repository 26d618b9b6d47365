import { expect, test } from 'vitest'
import { type Batch, FrontendMessages } from './frontend-messages.ts'

const message = (type: string, body = '') => {
  const bytes = Buffer.from(`${type}....${body}`, 'latin1')
  bytes.writeInt32BE(bytes.length - type.length, type.length)
  return bytes
}
const copyFail = message('f', '\0')
const startup = message('', 'user\0postgres\0\0')
const parse = message('P', 'named\0select 1\0\0\0')
const execute = message('E', '\0\0\0\0\0')
const sync = message('S')
const query = message('Q', 'select 1\0')
const terminate = message('X')

const conversation = Buffer.concat([startup, query, parse, execute, sync, terminate])
const batches = [
  { kind: 'startup', bytes: Uint8Array.from(startup) },
  { kind: 'request', bytes: Uint8Array.from(Buffer.concat([query, copyFail])) },
  { kind: 'request', bytes: Uint8Array.from(Buffer.concat([parse, execute, copyFail, sync])) },
  { kind: 'terminate' },
]

test.each([1, 2, 3, 7, 64, conversation.length])('messages in pieces of %i bytes make the same batches', (size) => {
  const messages = new FrontendMessages()
  const taken: Batch[] = []
  for (let at = 0; at < conversation.length; at += size) {
    taken.push(...messages.take(conversation.subarray(at, at + size)))
  }
  expect(taken).toEqual(batches)
})

test('a batch waits for its Sync', () => {
  const messages = new FrontendMessages()
  expect(messages.take(Buffer.concat([startup, parse, execute]))).toHaveLength(1)
  expect(messages.take(sync)).toEqual([batches[2]])
})
