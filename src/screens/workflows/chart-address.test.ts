import { expect, test } from 'vitest'
import { chartAddress } from './chart-address.ts'

const book = chartAddress(['session/sign-in', 'time-off/pto-request'], ['', 'simulate'])
const first = {
  workflow: 'session/sign-in',
  view: '',
  detail: '',
  naming: 'words',
  closed: [],
  chosen: undefined,
  words: '',
} as const

test('a place survives a round trip through the address', () => {
  const place = {
    workflow: 'time-off/pto-request',
    view: 'simulate',
    detail: 'start~request.accept',
    naming: 'code',
    closed: ['ptoRequest.one', 'ptoRequest.two'],
    chosen: 'ptoRequest.pending',
    words: 'note & more',
  } as const
  expect(book.read(book.write(place))).toEqual(place)
})

test('the first place has an empty address; unknown names fall back to it', () => {
  expect(book.write(first)).toBe('')
  expect(book.read('?chart=gone&view=gone&names=gone')).toEqual(first)
})
