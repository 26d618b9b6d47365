import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('works at once and then regularly, until it is ended', async () => {
  const work = vi.fn(async () => {})
  const end = repeat(60_000, work, () => {})
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(work).toHaveBeenCalledTimes(3)
  end()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(work).toHaveBeenCalledTimes(3)
})

test('reports a failure, and tries again at the next turn', async () => {
  const report = vi.fn()
  let turns = 0
  const end = repeat(
    1_000,
    async () => {
      turns += 1
      if (turns === 1) throw new Error('No connection')
    },
    report,
  )
  await vi.advanceTimersByTimeAsync(1_000)
  expect([turns, report.mock.calls]).toEqual([2, [[new Error('No connection')]]])
  end()
})

test('does not begin a turn while the last one is at work', async () => {
  let finish = () => {}
  const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const end = repeat(1_000, work, () => {})
  await vi.advanceTimersByTimeAsync(5_000)
  expect(work).toHaveBeenCalledTimes(1)
  finish()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(2)
  end()
})

test('does not report a turn that its end interrupts', async () => {
  const report = vi.fn()
  let fail = () => {}
  const end = repeat(1_000, () => new Promise<void>((_, reject) => (fail = () => reject(new Error('Closing')))), report)
  end()
  fail()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(report.mock.calls).toEqual([])
})
