import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('initials of names in any script', () => {
  expect(
    ['Ana María Cruz', "sean o'neil", 'Mary-Jane Watson', 'Юлия Щербакова', '李小龙', 'Émile', '  '].map(initialsOf),
  ).toEqual(['A. M. C.', 'S. O.', 'M. J. W.', 'Ю. Щ.', '李.', 'É.', ''])
})
