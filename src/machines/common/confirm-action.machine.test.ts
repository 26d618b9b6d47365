import { describe, expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { ApiError, NetworkError } from '#contract/failures.ts'
import { type ActionDone, confirmAction } from './confirm-action.machine.ts'

const start = (act: (subject: number) => Promise<string>) => {
  const asked: number[] = []
  const done: ActionDone[] = []
  const actor = createActor(
    confirmAction((subject: number) => {
      asked.push(subject)
      return act(subject)
    }),
  )
  actor.on('action.done', (event) => done.push(event))
  actor.start()
  return { actor, asked, done }
}

describe('confirm-action', () => {
  test('acts on nothing until it is confirmed', () => {
    const { actor, asked } = start(async () => 'gone')
    actor.send({ type: 'action.ask', subject: 4 })
    actor.send({ type: 'action.cancel' })
    expect(actor.getSnapshot().value).toBe('idle')
    expect(asked).toEqual([])
  })

  test('acts once on what was asked about, however often Confirm is pressed', async () => {
    const { actor, asked, done } = start(async (subject) => `gone: ${subject}`)
    actor.send({ type: 'action.ask', subject: 4 })
    actor.send({ type: 'action.confirm' })
    actor.send({ type: 'action.confirm' })
    await waitFor(actor, (snapshot) => snapshot.matches('done'))
    expect(asked).toEqual([4])
    expect(done).toEqual([{ type: 'action.done', subject: 4, outcome: 'gone: 4' }])
  })

  test("shows the server's words for a refusal until they are dismissed", async () => {
    const { actor, done } = start(() => Promise.reject(new ApiError(409, 'The day was approved meanwhile')))
    actor.send({ type: 'action.ask', subject: 4 })
    actor.send({ type: 'action.confirm' })
    await waitFor(actor, (snapshot) => snapshot.hasTag('failed'))
    expect(actor.getSnapshot().context.message).toBe('The day was approved meanwhile')
    actor.send({ type: 'failure.dismiss' })
    expect(actor.getSnapshot().value).toBe('idle')
    expect(done).toEqual([])
  })

  test('keeps the question when the connection is lost', async () => {
    const { actor } = start(() => Promise.reject(new NetworkError('No answer')))
    actor.send({ type: 'action.ask', subject: 4 })
    actor.send({ type: 'action.confirm' })
    await waitFor(actor, (snapshot) => snapshot.matches('confirming'))
    expect(actor.getSnapshot().context.subject).toBe(4)
  })
})
