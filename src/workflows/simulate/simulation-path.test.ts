import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPath, type SimulationPath, writePath } from './simulation-path.ts'

const words = fc.oneof(
  fc.string(),
  fc.constantFrom('an administrator', '*.', '*-', '*~', '_', '*a', '*u ', 'a (b), “c”'),
)
const step = fc.oneof(
  fc.record({ kind: fc.constant('example' as const), event: words.filter((word) => word !== ''), name: words }),
  fc.record({
    kind: fc.constant('own' as const),
    event: words.filter((word) => word !== ''),
    payload: fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      fc.jsonValue({ noUnicodeString: false } as never).filter((value) => !JSON.stringify(value).includes('-0')),
    ),
  }),
)

test('a path survives a round trip through the address', () => {
  fc.assert(
    fc.property(fc.record({ start: words, steps: fc.array(step, { maxLength: 5 }) }), (path: SimulationPath) => {
      const query = new URLSearchParams({ detail: writePath(path) }).toString()
      const read = readPath(new URLSearchParams(query).get('detail') ?? '')
      expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(path)))
    }),
  )
})

test('addresses are readable', () => {
  const path: SimulationPath = {
    start: 'an administrator',
    steps: [
      { kind: 'example', event: 'event.open', name: 'a session' },
      { kind: 'example', event: 'modal.close', name: '' },
      { kind: 'own', event: 'event.open', payload: { id: 3 } },
    ],
  }
  expect(writePath(path)).toBe('an_administrator*.event.open*-a_session*.modal.close*.event.open*~{"id":3}')
  expect(writePath({ start: '', steps: [] })).toBe('')
})

test.each(['*.x*~{', '*.', '*.event.open*~[1]', '*.event.open*~7'])('%s is not a valid path', (address) => {
  expect(readPath(address)).toBeUndefined()
})
