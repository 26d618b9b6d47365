import { readFileSync } from 'node:fs'
import { XmlDocument, type XmlElement, type XmlNode, XsdValidator } from 'libxml2-wasm'
import { afterAll, describe, expect, test } from 'vitest'
import { type AnyStateMachine, and, createMachine, not } from 'xstate'
import { catalog } from '#workflows/catalog.ts'
import { wordNamesOf } from '#workflows/model/chart-names.ts'
import { allNodes, guardLabel, namesOf, readChart } from '#workflows/model/read-chart.ts'
import { toScxml } from './scxml.ts'

const SCXML = 'http://www.w3.org/2005/07/scxml'
const schema = XmlDocument.fromBuffer(readFileSync(new URL('./scxml.xsd', import.meta.url)))
const validator = XsdValidator.fromDoc(schema)
afterAll(() => {
  validator.dispose()
  schema.dispose()
})

/** What a transition says, in a form that both a machine and its file can be put into. */
interface ReadTransition {
  source: string
  event: string
  guard: string
  targets: string[]
  actions: string[]
}

interface ReadState {
  id: string
  type: string
  initial: string[]
  entry: string[]
  exit: string[]
  calls: string[]
}

interface ReadFile {
  states: ReadState[]
  transitions: ReadTransition[]
}

const isElement = (node: XmlNode): node is XmlElement => 'attrs' in node

/** A call that several states make has the state in its id. */
const withoutState = (callId: string): string => callId.replace(/-in-.*/, '')

/** Reads a file with libxml2, after checking it against the rules of SCXML. */
const readBack = (text: string): ReadFile => {
  const document = XmlDocument.fromString(text)
  try {
    validator.validate(document)
    const found = (xpath: string, from: XmlNode = document.root) => from.find(xpath, { s: SCXML }).filter(isElement)
    const attribute = (of: XmlElement, name: string) => of.attr(name)?.value ?? ''
    const words = (of: XmlElement, name: string) => attribute(of, name).split(' ').filter(Boolean)
    const labels = (xpath: string, of: XmlElement) => found(xpath, of).map((log) => attribute(log, 'label'))
    /** Timers that a state starts when it is entered, by the event that they send; all are stopped when it is left. */
    const timers = new Map(
      found('//s:onentry/s:send').map((send) => [attribute(send, 'event'), attribute(send, 'delay')] as const),
    )
    expect(found('//s:onexit/s:cancel').map((cancel) => attribute(cancel, 'sendid'))).toEqual([...timers.keys()])
    const parts = found('//*[self::s:state or self::s:parallel or self::s:final or self::s:history]').filter(
      (each) => !attribute(each, 'id').endsWith('.end'),
    )
    const asInXState = (event: string): string => {
      if (timers.has(event)) return `after ${event.split('.')[1]}`
      return withoutState(event)
        .replace('done.invoke.call.', 'xstate.done.actor.')
        .replace('error.platform.call.', 'xstate.error.actor.')
        .replace('snapshot.call.', 'xstate.snapshot.')
        .replace(/^done\.state\./, 'xstate.done.state.')
    }
    const asGuard = (cond: string): string => {
      const bare = cond.replace(/\["(.*?)"\]/, ' $1')
      if (bare.includes(' && ')) return `and(${bare.split(' && ').join(', ')})`
      if (bare.includes(' || ')) return `or(${bare.split(' || ').join(', ')})`
      return bare.startsWith('!') ? `not(${bare.slice(1)})` : bare
    }
    return {
      states: parts.map((each) => ({
        id: attribute(each, 'id'),
        type:
          each.name === 'state'
            ? found('./s:state|./s:parallel|./s:final', each).length > 0
              ? 'compound'
              : 'atomic'
            : each.name,
        initial: words(each, 'initial'),
        entry: labels('./s:onentry/s:log', each),
        exit: labels('./s:onexit/s:log', each),
        calls: found('./s:invoke', each).map((call) => withoutState(attribute(call, 'id')).replace('call.', '')),
      })),
      transitions: parts.flatMap((each) =>
        (each.name === 'history' ? [] : found('./s:transition', each))
          .filter((arrow) => !attribute(arrow, 'target').endsWith('.end'))
          .map((arrow) => ({
            source: attribute(each, 'id'),
            event: asInXState(attribute(arrow, 'event')),
            guard: asGuard(attribute(arrow, 'cond')),
            targets: words(arrow, 'target'),
            actions: labels('./s:log', arrow),
          })),
      ),
    }
  } finally {
    document.dispose()
  }
}

const ofMachine = (machine: AnyStateMachine): ReadFile => ({
  states: allNodes(machine.root).map(({ id, type, initial, entry, exit, invoke }) => ({
    id,
    type,
    initial: type === 'compound' ? (initial?.target.map((target) => target.id) ?? []) : [],
    entry: namesOf(entry),
    exit: namesOf(exit),
    calls: invoke.map((call) => call.id),
  })),
  transitions: readChart(machine).transitions.map(({ source, event, definition }) => ({
    source: source.id,
    event: event.replace(/^xstate\.after\.([^.]*)\..*/, 'after $1'),
    guard: definition.guard === undefined ? '' : guardLabel(definition.guard),
    targets: definition.target?.map(({ id }) => id) ?? [],
    actions: namesOf(definition.actions),
  })),
})

/** Children first or last makes no difference. */
const sorted = ({ states, transitions }: ReadFile) => ({
  states: states.toSorted((one, other) => one.id.localeCompare(other.id)),
  // The order of a state's own transitions matters: the first that fits is taken.
  transitions: transitions.toSorted((one, other) => one.source.localeCompare(other.source)),
})

test.each(catalog)('$name is valid SCXML, and read back it is the same statechart', (workflow) => {
  const { machine } = workflow
  const text = toScxml(machine, { words: wordNamesOf(workflow) })
  expect(sorted(readBack(text))).toEqual(sorted(ofMachine(machine)))
})

test('a condition is a variable, and words say what it means', () => {
  const door = createMachine({
    id: 'door',
    initial: 'shut',
    states: { shut: { on: { push: { guard: and(['isUnlocked', not('isHeld')]), target: 'open' } } }, open: {} },
  })
  const words = wordNamesOf({ texts: { guards: { isUnlocked: 'it is unlocked', isHeld: 'someone holds it' } } })
  const lines = toScxml(door, { words })
    .split('\n')
    .map((line) => line.trim())
  const around = (line: string) => lines.slice(lines.indexOf(line) - 1, lines.indexOf(line) + 1)
  expect(around('<data id="isUnlocked" expr="false"/>')[0]).toBe('<!-- isUnlocked: it is unlocked -->')
  expect(around('<data id="isHeld" expr="false"/>')[0]).toBe('<!-- isHeld: someone holds it -->')
  expect(around('<transition event="push" cond="isUnlocked &amp;&amp; !isHeld" target="door.open"/>')[0]).toBe(
    '<!-- If it is unlocked and not: someone holds it -->',
  )
})

describe('a machine with everything', () => {
  const child = createMachine({ id: 'child' })
  const machine = createMachine({
    id: 'all',
    description: 'All of it -- & <more>',
    initial: 'open',
    on: { '*': { actions: 'note' } },
    states: {
      open: {
        type: 'parallel',
        onDone: { target: 'closed', guard: { type: 'is', params: 'a "b"' } },
        states: {
          one: {
            initial: 'a',
            states: { a: { on: { go: 'b', again: { target: 'a', reenter: true } } }, b: { type: 'final' } },
          },
          two: { initial: 'x', states: { x: { after: { 1500: 'y', wait: 'y' } }, y: { type: 'final' } } },
        },
      },
      paused: {
        invoke: { id: 'child', src: child },
        on: { resume: 'back', 'deep.*': 'deeper' },
      },
      back: { type: 'history', target: 'paused' },
      deeper: { type: 'history', history: 'deep' },
      closed: { type: 'final' },
    },
  })
  const text = toScxml(machine, { fileOf: (id) => `${id}.scxml` })

  test('is valid, and read back it is the same', () => {
    const guarded = (file: ReadFile) => file.transitions.filter(({ guard }) => guard === '')
    expect(guarded(sorted(readBack(text)))).toEqual(guarded(sorted(ofMachine(machine))))
    expect(sorted(readBack(text)).states).toEqual(sorted(ofMachine(machine)).states)
  })

  test('guards are variables, delays are sent events, and the document ends with the machine', () => {
    expect(text.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        '<data id="is" expr="{ &quot;a \\&quot;b\\&quot;&quot;: false }"/>',
        '<data id="wait" expr="\'1s\'"/>',
        '<!-- All of it – &amp; &lt;more&gt; -->',
        '<transition event="done.state.all.open" cond="is[&quot;a \\&quot;b\\&quot;&quot;]" target="all.closed"/>',
        '<send event="after.1500.all.open.two.x" id="after.1500.all.open.two.x" delay="1500ms"/>',
        '<send event="after.wait.all.open.two.x" id="after.wait.all.open.two.x" delayexpr="wait"/>',
        '<cancel sendid="after.1500.all.open.two.x"/>',
        '<transition event="*">',
        '<transition event="again" target="all.open.one.a"/>',
        '<history id="all.back" type="shallow">',
        '<transition target="all.paused"/>',
        '<history id="all.deeper" type="deep">',
        '<transition target="all.open"/>',
        '<transition event="done.state.all" target="all.end"/>',
        '<final id="all.end"/>',
      ]),
    )
  })
})

test('a machine that another one invokes is referred to by its file', () => {
  const calendar = catalog.find(({ name }) => name === 'schedule/calendar')
  if (!calendar) throw new Error('The calendar is missing')
  expect(toScxml(calendar.machine, { fileOf: (id) => `${id}.scxml` })).toContain(
    '<invoke type="http://www.w3.org/TR/scxml/" id="call.options" src="filterOptions.scxml"/>',
  )
  expect(toScxml(calendar.machine)).toContain('<invoke type="urn:call" id="call.loadCalendar-in-')
})
