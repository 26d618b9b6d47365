import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Actor, createActor, setup, waitFor } from 'xstate'
import { createRecorder } from '#workflows/recording/recorder.ts'
import { hostWatchers } from '#workflows/recording/watch-host.ts'
import { watchMachine } from './watch.machine.ts'
import { watchActors } from './watch-actors.ts'

const ADMINISTRATOR = 7

const doorMachine = setup({
  types: { events: {} as { type: 'door.open'; name?: string } | { type: 'door.close' } },
}).createMachine({
  id: 'door',
  initial: 'closed',
  states: { closed: { on: { 'door.open': 'open' } }, open: { on: { 'door.close': 'closed' } } },
})

/** A browser tab: its recorder and its watch host. */
const openTab = (id: string, userId = ADMINISTRATOR) => {
  const state = { title: id, now: 0, clock: 0, leave: () => {} }
  const recorder = createRecorder({ now: () => state.clock, page: () => `/${id}`, except: [] })
  recorder.follow(userId)
  let stop: (() => void) | undefined = hostWatchers({
    recorder,
    userId,
    tab: () => ({ id, title: state.title, page: `/${id}` }),
    now: () => state.now,
    onPageHide: (onHide) => {
      state.leave = onHide
      return () => {}
    },
  })
  const door = createActor(doorMachine, { inspect: recorder.inspect }).start()
  const close = () => {
    stop?.()
    stop = undefined
  }
  return { recorder, door, close, state }
}
type Tab = ReturnType<typeof openTab>

let here: Tab
let other: Tab
let watches: Actor<typeof watchMachine>[]
beforeEach(() => {
  here = openTab('here')
  other = openTab('other')
  watches = []
})
afterEach(() => {
  for (const watch of watches) watch.stop()
  for (const tab of [here, other]) tab.close()
})

const startWatch = (tab = '', userId = ADMINISTRATOR, isAutomatic = false) => {
  const machine = watchMachine.provide({ actors: watchActors({ userId: () => userId, here: 'here' }) })
  const watch = createActor(machine, { input: { tab, statechart: 'door', isAutomatic } }).start()
  watches.push(watch)
  return watch
}
const contextOf = (watch: Actor<typeof watchMachine>) => watch.getSnapshot().context
const eventsOf = (watch: Actor<typeof watchMachine>) => contextOf(watch).steps.map(({ event }) => event)
const isFollowing = (watch: Actor<typeof watchMachine>) =>
  waitFor(watch, (snapshot) => snapshot.matches({ tab: { watched: 'following' } }))

test('the tab itself is watched like any other, including its past steps', async () => {
  here.door.send({ type: 'door.open' })
  const watch = startWatch()
  await isFollowing(watch)
  expect(eventsOf(watch)).toEqual(['xstate.init', 'door.open'])
  here.door.send({ type: 'door.close' })
  await waitFor(watch, ({ context }) => context.steps.length === 3)
  expect(contextOf(watch).steps.at(-1)).toMatchObject({ event: 'door.close', from: ['open'], to: ['closed'] })
  expect(contextOf(watch).machines).toMatchObject([{ machine: 'door', page: '/here', states: ['door', 'door.closed'] }])
})

test('all tabs of the same user are found with their titles, and closed ones are removed', async () => {
  const stranger = openTab('stranger', 8)
  const watch = startWatch()
  await waitFor(watch, ({ context }) => context.tabs.length === 2)
  expect([...contextOf(watch).tabs].sort((one, two) => one.id.localeCompare(two.id))).toEqual([
    { id: '', title: 'here', page: '/here', running: [{ id: here.door.sessionId, machine: 'door', activeAt: 0 }] },
    {
      id: 'other',
      title: 'other',
      page: '/other',
      running: [{ id: other.door.sessionId, machine: 'door', activeAt: 0 }],
    },
  ])
  const late = openTab('late')
  await waitFor(watch, ({ context }) => context.tabs.length === 3)
  late.state.leave()
  await waitFor(watch, ({ context }) => context.tabs.length === 2)
  late.close()
  stranger.close()
})

test('another tab is watched, and its steps stay after it is closed', async () => {
  const watch = startWatch('other')
  await isFollowing(watch)
  await waitFor(watch, ({ context }) => context.tabs.length === 2)
  other.door.send({ type: 'door.open', name: 'Maria' })
  await waitFor(watch, ({ context }) => context.steps.length === 2)
  expect(eventsOf(watch)).toEqual(['xstate.init', 'door.open'])
  watch.send({ type: 'watch.pause' })
  await waitFor(watch, (snapshot) => snapshot.matches({ view: { paused: 'shown' } }))
  expect(contextOf(watch).details).toMatchObject({
    status: 'active',
    event: {
      entries: [
        { key: 'type', value: { text: 'door.open' } },
        { key: 'name', value: { text: '••••' } },
      ],
    },
  })
  other.close()
  await waitFor(watch, (snapshot) => snapshot.matches({ tab: 'gone' }))
  expect(eventsOf(watch)).toEqual(['xstate.init', 'door.open'])
})

test("while the view is paused, the tab's machines keep running; clearing affects every watcher", async () => {
  const [watch, colleague] = [startWatch('other'), startWatch('other')]
  await Promise.all([isFollowing(watch), isFollowing(colleague)])
  watch.send({ type: 'watch.pause' })
  other.door.send({ type: 'door.open' })
  await waitFor(watch, ({ context }) => context.steps.length === 2)
  expect(contextOf(watch).chosen).toBe(contextOf(watch).steps[0]?.number)
  expect(watch.getSnapshot().can({ type: 'step.last' })).toBe(true)
  watch.send({ type: 'steps.clear' })
  await waitFor(watch, ({ context }) => context.steps.length === 0)
  await waitFor(colleague, ({ context }) => context.steps.length === 0)
  expect(other.recorder.steps()).toEqual([])
})

test('without a choice, the most recently active machine is found, and the next one when it ends', async () => {
  other.state.clock = 5
  other.door.send({ type: 'door.open' })
  const watch = startWatch('', ADMINISTRATOR, true)
  await waitFor(watch, ({ context }) => context.tab === 'other' && context.steps.length === 2)
  expect(contextOf(watch).machine).toBe(other.door.sessionId)
  // Another is more active, but the found one runs.
  here.state.clock = 9
  here.door.send({ type: 'door.open' })
  other.door.stop()
  await waitFor(watch, ({ context }) => context.tab === '')
  expect(contextOf(watch).machine).toBe(here.door.sessionId)
  here.door.stop()
  await waitFor(watch, ({ context }) => context.tabs.every(({ running }) => running.length === 0))
  expect(contextOf(watch).machine).toBe(here.door.sessionId)
  const next = createActor(doorMachine, { inspect: other.recorder.inspect }).start()
  await waitFor(watch, ({ context }) => context.tab === 'other')
  expect(contextOf(watch).machine).toBe(next.sessionId)
})

test('a dropped step says so', async () => {
  const watch = startWatch()
  await isFollowing(watch)
  here.recorder.clear()
  watch.send({ type: 'watch.pause' })
  await waitFor(watch, (snapshot) => snapshot.matches({ view: { paused: 'forgotten' } }))
})

test('a watcher that stops renewing gets no updates', async () => {
  const watch = startWatch('other')
  await isFollowing(watch)
  other.state.now = 200_000
  other.door.send({ type: 'door.open' })
  other.door.send({ type: 'door.close' })
  // A new subscription gets everything again.
  await waitFor(watch, ({ context }) => context.steps.length === 3, { timeout: 10_000 })
  expect(eventsOf(watch)).toEqual(['xstate.init', 'door.open', 'door.close'])
})

test('invalid messages and those of other users are ignored', async () => {
  const watch = startWatch('other')
  await isFollowing(watch)
  const forger = new BroadcastChannel(`homeroom-watch-${ADMINISTRATOR}`)
  forger.postMessage({ type: 'tab.here', tab: { id: 3, title: 'Forged' } })
  forger.postMessage({ type: 'report.give', tab: 'other', watcher: 'x', report: 'nothing' })
  forger.postMessage(null)
  const stranger = startWatch('other', 8)
  other.door.send({ type: 'door.open' })
  await waitFor(watch, ({ context }) => context.steps.length === 2)
  expect(contextOf(watch).tabs.map(({ title }) => title)).not.toContain('Forged')
  expect(contextOf(stranger).steps).toEqual([])
  forger.close()
})
