import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { examples } from './session-choices.examples.ts'
import { type RatesQuery, type SessionRates, sessionChoicesMachine } from './session-choices.machine.ts'

const ratesOf = (schoolId: number): SessionRates => ({
  services: [{ id: schoolId * 10, name: `Service of ${schoolId}`, code: 'S' }],
  rateTypes: [],
  rate: null,
})

test('drops the response for a school once another is chosen', async () => {
  const answers = new Map<number, (rates: SessionRates) => void>()
  const machine = sessionChoicesMachine.provide({
    actors: {
      loadRates: fromPromise<SessionRates, RatesQuery>(
        ({ input }) => new Promise((resolve) => answers.set(input.schoolId, resolve)),
      ),
    },
  })
  const choices = createActor(machine, { input: examples.inputs['a new session'] }).start()
  for (const schoolId of [1, 2])
    choices.send({ type: 'place.choose', place: { schoolId, serviceId: null, rateTypeId: null } })
  answers.get(2)?.(ratesOf(2))
  await waitFor(choices, (snapshot) => snapshot.matches({ rates: 'ready' }))
  answers.get(1)?.(ratesOf(1))
  await Promise.resolve()
  expect(choices.getSnapshot().context.services.map(({ name }) => name)).toEqual(['Service of 2'])
})
