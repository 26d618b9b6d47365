import { expect, it } from 'vitest'
import { parseTypedTime } from './typed-time.ts'

it.each([
  ['9:45 AM', '09:45'],
  ['09:45 am', '09:45'],
  [' 9:45a ', '09:45'],
  ['945p', '21:45'],
  ['9.45 P.M.', '21:45'],
  ['1130', '11:30'],
  ['9', '09:00'],
  ['7:00', '07:00'],
  ['12', '12:00'],
  ['12 am', '00:00'],
  ['2:30', '14:30'],
  ['6:45', '18:45'],
  ['6:45 AM', '06:45'],
])('reads %s as %s', (text, time) => {
  expect(parseTypedTime(text)).toBe(time)
})

it.each(['13:00', '13:00 PM', '0:30', '9:60', '9:60 AM', '94', '12345', 'noon', '9:5', '', 'AM'])(
  'refuses "%s"',
  (text) => {
    expect(parseTypedTime(text)).toBeUndefined()
  },
)
