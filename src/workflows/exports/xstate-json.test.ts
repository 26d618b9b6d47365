import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { catalog } from '#workflows/catalog.ts'
import { allNodes, readChart } from '#workflows/model/read-chart.ts'
import { toXStateJson } from './xstate-json.ts'

test.each(catalog)('$name is the same statechart after XState loads its JSON', ({ machine }) => {
  const loaded = createMachine(JSON.parse(JSON.stringify(toXStateJson(machine))))
  const [before, after] = [readChart(machine), readChart(loaded)]
  expect(after.transitions.map(({ id }) => id)).toEqual(before.transitions.map(({ id }) => id))
  expect(after.transitions.map(({ definition: { reenter } }) => reenter)).toEqual(
    before.transitions.map(({ definition: { reenter } }) => reenter),
  )
  const said = (nodes: ReturnType<typeof allNodes>) =>
    nodes.map(({ id, type, description, tags, initial, invoke }) => ({
      id,
      type,
      description,
      tags,
      initial: initial?.target.map(({ id: target }) => target),
      invoke: invoke.map(({ id: invoked, src }) => [invoked, src]),
    }))
  expect(said(allNodes(loaded.root))).toEqual(said(allNodes(machine.root)))
})
