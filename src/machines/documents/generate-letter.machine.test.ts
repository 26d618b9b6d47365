import { expect, test } from 'vitest'
import { seenFor } from './generate-letter.machine.ts'

test('an order names the letters that were seen from its template, for its providers', () => {
  const seen = [
    { templateTypeId: 4, providerId: 1, sha256: 'a' },
    { templateTypeId: 5, providerId: 2, sha256: 'b' },
    { templateTypeId: 4, providerId: 3, sha256: 'c' },
  ]
  expect(seenFor({ seen }, { templateTypeId: 4, providerIds: [1, 2] })).toEqual([{ providerId: 1, sha256: 'a' }])
})
