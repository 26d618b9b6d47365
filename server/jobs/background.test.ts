import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BackgroundWork, keepWorking, MINUTE, type Working } from './background.ts'

let said: { work: string | string[]; err?: { message: string } }[] = []
const log = pino(
  new Writable({
    write: (line, _, done) => {
      said.push(JSON.parse(String(line)))
      done()
    },
  }),
)
let working: Working | undefined
beforeEach(() => {
  said = []
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
  await working?.stop(0)
})

const keep = (...works: BackgroundWork<null>[]) => {
  working = keepWorking(works, null, log)
  return working
}
const minutely = (name: string, run: BackgroundWork<null>['run']) => ({ name, every: MINUTE, run: vi.fn(run) })

test('works at once and then regularly, until it is stopped', async () => {
  const work = minutely('sweep', async () => {})
  const { stop } = keep(work)
  expect(work.run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(work.run).toHaveBeenCalledTimes(3)
  expect(await stop(1_000)).toBe(true)
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(work.run).toHaveBeenCalledTimes(3)
})

test('says by name what failed, once, and tries again at the next turn', async () => {
  let isDown = true
  const failing = minutely('sweep', async () => {
    if (isDown) throw new Error('No connection')
  })
  const other = minutely('count', async () => {})
  keep(failing, other)
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect([failing.run.mock.calls.length, other.run.mock.calls.length]).toEqual([3, 3])
  expect(said).toMatchObject([{ work: 'sweep', err: { message: 'No connection' } }])
  isDown = false
  await vi.advanceTimersByTimeAsync(MINUTE)
  isDown = true
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(said).toHaveLength(2)
})

test('does not begin a turn while the last one is at work', async () => {
  let finish = () => {}
  const work = minutely('sweep', () => new Promise<void>((resolve) => (finish = resolve)))
  keep(work)
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(work.run).toHaveBeenCalledTimes(1)
  finish()
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(work.run).toHaveBeenCalledTimes(2)
  finish()
})

test('begins the next turn at once if the work asks for it, also while it is at work', async () => {
  const work = minutely('look', async (_, { again }) => {
    if (work.run.mock.calls.length < 3) again()
  })
  keep(work)
  await vi.advanceTimersByTimeAsync(1)
  expect(work.run).toHaveBeenCalledTimes(3)
})

test('stops once what is in progress has ended, and tells it to end', async () => {
  let end = () => {}
  const lasting = new Promise<void>((resolve) => (end = resolve))
  const look = minutely('look', async (_, { waitFor }) => waitFor(lasting))
  const moving = minutely(
    'move',
    (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const { stop } = keep(look, moving)
  let isStopped: boolean | undefined
  void stop(MINUTE).then((haveEnded) => {
    isStopped = haveEnded
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isStopped).toBe(undefined)
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect([isStopped, said]).toEqual([true, []])
})

test('stops without work that takes too long, and says by name what was cut off', async () => {
  let end = () => {}
  const { stop } = keep(
    minutely('move', () => new Promise<void>((resolve) => (end = resolve))),
    minutely('count', async () => {}),
  )
  const stopping = stop(1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await stopping).toBe(false)
  expect(said).toMatchObject([{ work: ['move'] }])
  end()
})
