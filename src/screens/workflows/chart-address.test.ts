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

test('a place stands in the address, and comes out of it again', () => {
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

test('the first place needs no words, and is where an address leads that names nothing that there is', () => {
  expect(book.write(first)).toBe('')
  expect(book.read('?chart=gone&view=gone&names=gone')).toEqual(first)
})
