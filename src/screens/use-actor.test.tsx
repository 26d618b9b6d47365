// @vitest-environment happy-dom
import { act, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AnyActorRef, assign, createMachine, type InspectionEvent } from 'xstate'
import { InspectContext, useActorRef } from './use-actor.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

const counter = createMachine({
  id: 'counter',
  types: {} as { context: { count: number }; events: { type: 'count.raise' }; input: { from: number } },
  context: ({ input }) => ({ count: input.from }),
  on: { 'count.raise': { actions: assign({ count: ({ context }) => context.count + 1 }) } },
})

const root = () => createRoot(document.body.appendChild(document.createElement('div')))
let page: ReturnType<typeof root>
beforeEach(() => {
  page = root()
})
afterEach(() => act(async () => page.unmount()))

let actors: AnyActorRef[] = []
let renderAgain: () => void
const Counter = ({ from }: { readonly from: number }) => {
  const [, render] = useState(0)
  renderAgain = () => render((times) => times + 1)
  actors.push(useActorRef(counter, { input: { from } }))
  return null
}

test('keeps one actor and its state from the first render to the last, although strict effects start it twice; inspectors see every event', async () => {
  actors = []
  const heard: InspectionEvent[] = []
  const inspect = (event: InspectionEvent) => heard.push(event)
  const show = (from: number) =>
    act(async () =>
      page.render(
        <StrictMode>
          <InspectContext value={inspect}>
            <Counter from={from} />
          </InspectContext>
        </StrictMode>,
      ),
    )
  await show(3)
  const actor = actors.at(-1)
  if (!actor) throw new Error('Nothing was rendered')
  const seen = actors.length
  await act(async () => actor.send({ type: 'count.raise' }))
  await act(async () => renderAgain())
  // Other options later change nothing, as in the library.
  await show(50)
  expect(new Set(actors.slice(seen - 1)).size).toBe(1)
  expect(actor.getSnapshot().context).toEqual({ count: 4 })
  expect(actor.getSnapshot().status).toBe('active')
  const sent = heard.flatMap((each) =>
    each.type === '@xstate.event' && each.actorRef === actor ? [each.event.type] : [],
  )
  expect(sent).toEqual(['xstate.init', 'xstate.init', 'count.raise'])
})

test('runs the same without an inspector', async () => {
  actors = []
  await act(async () => page.render(<Counter from={1} />))
  const actor = actors.at(-1)
  await act(async () => actor?.send({ type: 'count.raise' }))
  expect(actor?.getSnapshot().context).toEqual({ count: 2 })
})
