import { expect, test } from 'vitest'
import { chartAddress } from './chart-address.ts'

const book = chartAddress('session/sign-in', ['', 'simulate'])
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

test('the first place has an empty address; an unknown view falls back to it, an unknown workflow stays', () => {
  expect(book.write(first)).toBe('')
  expect(book.read('?chart=&view=gone&names=gone')).toEqual(first)
  expect(book.read('?chart=gone')).toEqual({ ...first, workflow: 'gone' })
  expect(book.write({ ...first, workflow: 'gone' })).toBe('chart=gone')
})
