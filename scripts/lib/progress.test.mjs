import { expect, test } from 'vitest'
import { barOf, runBehindBar } from './progress.mjs'

test('draws how much is done', () => {
  expect(barOf('Building', 0.5, 7)).toBe('[############------------] Building (7 s)')
  expect(barOf('Building', 1.2, 9)).toBe('[########################] Building (9 s)')
})

test('shows the output of a command only when it fails', async () => {
  const script = "console.log('what happened'); process.exit(3)"
  await expect(runBehindBar('Building', process.execPath, ['-e', script], {}, () => 0)).rejects.toThrow(
    'Building failed: exit code 3\nwhat happened',
  )
  await expect(runBehindBar('Building', process.execPath, ['-e', ''], {}, () => 0)).resolves.toBeUndefined()
})
