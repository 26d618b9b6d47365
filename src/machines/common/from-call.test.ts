import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { fromCall } from './from-call.ts'

it('resolves or rejects as the call does', async () => {
  const double = fromCall<number, number>(async (input) => {
    if (input < 0) throw new Error('No negatives')
    return input * 2
  })
  const answered = await waitFor(createActor(double, { input: 21 }).start(), ({ status }) => status !== 'active')
  expect(answered.output).toBe(42)
  const failing = createActor(double, { input: -1 })
  failing.subscribe({ error: () => undefined })
  const failed = await waitFor(failing.start(), ({ status }) => status !== 'active').catch(() => failing.getSnapshot())
  expect(failed.error).toEqual(new Error('No negatives'))
})

it('never settles after it is aborted', async () => {
  let giveUp: AbortSignal | undefined
  let settle: (error: unknown) => void = () => undefined
  const slow = fromCall<never, void>((_, signal) => {
    giveUp = signal
    return new Promise((_resolve, reject) => {
      settle = reject
    })
  })
  const actor = createActor(slow).start()
  const errors: unknown[] = []
  actor.subscribe({ error: (error) => errors.push(error) })
  actor.stop()
  expect(giveUp?.aborted).toBe(true)
  settle(new Error('Aborted'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(errors).toEqual([])
})

it('lets go of a call once it is aborted', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const later = () => new Promise((resolve) => setImmediate(resolve))
  const abortOne = async (settle: 'resolve' | 'reject') => {
    const input = { rows: new Array(10).fill('a row') }
    const call = fromCall<void, object>(async (_, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      if (settle === 'reject') throw new Error('Aborted')
    })
    createActor(call, { input }).start().stop()
    await later()
    return new WeakRef(input)
  }
  const aborted = [await abortOne('resolve'), await abortOne('reject')]
  await later()
  collectGarbage()
  expect(aborted.map((input) => input.deref())).toEqual([undefined, undefined])
})
