import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { ApiError } from '#contract/failures.ts'
import { sampleForm, samplePreview, sampleStoredSession } from './sample-sessions.ts'
import { examples } from './session-form.examples.ts'
import { sessionFormMachine } from './session-form.machine.ts'
import { type SaveSessionInput, sessionSavingMachine } from './session-saving.machine.ts'

const kept = '\n\nYour entries are still here. Saving again replaces the other change.'

test.each([
  ['can be replaced', null, `Ruth changed the time.${kept}`],
  ['has been approved', 'The day is approved.', 'Ruth changed the time.'],
])("after someone else's change, which %s, saving again replaces their version", async (_, readOnlyReason, message) => {
  const sent: SaveSessionInput[] = []
  const saving = sessionSavingMachine.provide({
    actors: {
      previewSession: fromPromise(async () => samplePreview()),
      saveSession: fromPromise(async ({ input }) => {
        sent.push(input)
        throw new ApiError(409, 'Ruth changed the time.')
      }),
      rereadSession: fromPromise(async () => sampleStoredSession({ entityCacheKey: '4', readOnlyReason })),
    },
  })
  const actor = createActor(sessionFormMachine.provide({ actors: { saving } }), {
    input: examples.inputs['an occurrence is edited'],
  }).start()
  const form = sampleForm()
  const submit = async () => {
    actor.send({ type: 'form.submit', form, serviceRate: '82.50' })
    const child = actor.getSnapshot().children.saving
    if (!child) throw new Error('Nothing is being saved')
    await waitFor(child, (snapshot) => snapshot.matches('failed'))
    return child
  }

  const first = await submit()
  expect(first.getSnapshot().context.message).toBe(message)
  first.send({ type: 'failure.dismiss' })
  await submit()
  const input = {
    purpose: 'editOccurrence',
    form,
    userId: 1,
    sessionId: 5,
    serviceRate: '82.50',
    isEventStarted: false,
    changeFromDate: undefined,
  }
  expect(sent).toEqual([
    { ...input, entityCacheKey: '3' },
    { ...input, entityCacheKey: '4' },
  ])
})
