/** Actors for watching machines across this browser's tabs. */
import { fromCallback, fromPromise } from 'xstate'
import { randomId } from '#workflows/recording/random-id.ts'
import { openWatchChannel } from '#workflows/recording/watch-channel.ts'
import type { StepDetails, WatchedTab } from '#workflows/recording/watched.ts'
import type { TabOf, WatchEvent } from './watch.machine.ts'

/** How often to ping tabs and renew subscriptions, in ms. */
const ROUND = 3_000
/** After this many missed pings a tab is gone. A count, because browsers throttle timers of hidden tabs. */
const ROUNDS_MISSED = 3
const DETAILS_PATIENCE = 5_000
/** All open tabs respond within this time, in ms; they are reported together. */
const FIRST_ROUND = 150

interface Watcher {
  /** The signed-in administrator's id; without one, other tabs are ignored. */
  readonly userId: () => number | undefined
  /** Identifies this tab to other tabs. */
  readonly here: string
}

/** Collects the details of a tab's steps that are still there. */
export const detailsReader =
  ({ userId, here }: Watcher) =>
  (of: string, numbers: readonly number[]): Promise<readonly StepDetails[]> =>
    new Promise((resolve) => {
      const tab = of || here
      const watcher = randomId()
      const waiting = new Set(numbers)
      const found: StepDetails[] = []
      const end = () => {
        clearTimeout(patience)
        channel.close()
        resolve(found)
      }
      const channel = openWatchChannel(userId(), (message) => {
        if (message.type !== 'details.give' || message.watcher !== watcher) return
        if (message.details) found.push(message.details)
        waiting.delete(message.number)
        if (waiting.size === 0) end()
      })
      // A closed tab never responds: its run is saved without details.
      const patience = setTimeout(end, DETAILS_PATIENCE)
      for (const number of numbers) channel.post({ type: 'details.ask', tab, watcher, number })
      if (numbers.length === 0) end()
    })

export const watchActors = ({ userId, here }: Watcher) => ({
  findTabs: fromCallback<WatchEvent>(({ sendBack }) => {
    const found = new Map<string, { tab: WatchedTab; missed: number }>()
    const last = { text: '' }
    let isFirst = true
    const tell = () => {
      if (isFirst) return
      const tabs = [...found.values()].map(({ tab }) => (tab.id === here ? { ...tab, id: '' } : tab))
      const text = JSON.stringify(tabs)
      if (text === last.text) return
      last.text = text
      sendBack({ type: 'tabs.change', tabs } satisfies WatchEvent)
    }
    const channel = openWatchChannel(userId(), (message) => {
      if (message.type === 'tab.here') found.set(message.tab.id, { tab: message.tab, missed: 0 })
      else if (message.type === 'tab.left') found.delete(message.tab)
      else return
      tell()
    })
    const ask = () => {
      for (const [id, each] of found) {
        each.missed += 1
        if (each.missed > ROUNDS_MISSED) found.delete(id)
      }
      tell()
      channel.post({ type: 'tabs.ask' })
    }
    ask()
    const first = setTimeout(() => {
      isFirst = false
      tell()
    }, FIRST_ROUND)
    const rounds = setInterval(ask, ROUND)
    return () => {
      clearTimeout(first)
      clearInterval(rounds)
      channel.close()
    }
  }),
  followTab: fromCallback<{ type: 'steps.clear' }, TabOf>(({ input, receive, sendBack }) => {
    const tab = input.tab || here
    const watcher = randomId()
    const channel = openWatchChannel(userId(), (message) => {
      if (message.type === 'report.give' && message.watcher === watcher)
        sendBack({ type: 'report.come', report: message.report } satisfies WatchEvent)
    })
    const start = () => channel.post({ type: 'watch.start', tab, watcher })
    receive(() => channel.post({ type: 'steps.clear', tab }))
    start()
    const rounds = setInterval(start, ROUND)
    return () => {
      clearInterval(rounds)
      channel.post({ type: 'watch.stop', tab, watcher })
      channel.close()
    }
  }),
  readStep: fromPromise<StepDetails, TabOf & { readonly number: number }>(
    ({ input: { number, ...input }, signal }) =>
      new Promise((resolve, reject) => {
        const tab = input.tab || here
        const watcher = randomId()
        const end = () => {
          clearTimeout(patience)
          channel.close()
        }
        const refuse = (why: string) => {
          end()
          reject(new Error(why))
        }
        const channel = openWatchChannel(userId(), (message) => {
          if (message.type !== 'details.give' || message.watcher !== watcher) return
          if (message.details === null) return refuse('This step is no longer available.')
          end()
          resolve(message.details)
        })
        const patience = setTimeout(() => refuse('The tab is not responding.'), DETAILS_PATIENCE)
        signal.addEventListener('abort', end)
        channel.post({ type: 'details.ask', tab, watcher, number })
      }),
  ),
})
