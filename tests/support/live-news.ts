import type { Page } from 'playwright-core'
import type { LiveChange } from '#contract/live.ts'

const PREFIX = 'homeroom-live-'

/**
 * From its next load on, the page follows a leading tab, which is the test: it hears of others' changes only through
 * `tellOfChange`, and shows what is outdated until then.
 */
export const hearOnlyTheTest = (page: Page): Promise<unknown> =>
  page.addInitScript((prefix) => {
    const { request } = LockManager.prototype
    const requestOthers = function (this: LockManager, name: string, ...rest: unknown[]) {
      return name.startsWith(prefix) ? new Promise(() => undefined) : Reflect.apply(request, this, [name, ...rest])
    }
    Object.defineProperty(LockManager.prototype, 'request', { value: requestOthers })
    // A leading tab says that it is alive.
    setInterval(() => {
      const [, userId] = /"userId":(\d+)/.exec(localStorage.userSession ?? '') ?? []
      if (userId === undefined) return
      const channel = new BroadcastChannel(prefix + userId)
      channel.postMessage({ type: 'news.beat', id: '1' })
      channel.close()
    }, 20_000)
  }, PREFIX)

/** Tells the page that others changed something, as its leading tab would. */
export const tellOfChange = (page: Page, userId: number, topic: LiveChange['topic']): Promise<void> =>
  page.evaluate(
    ([name, changes]) => {
      const channel = new BroadcastChannel(name)
      channel.postMessage({ type: 'news.changes', changes, id: '1' })
      channel.close()
    },
    [PREFIX + userId, [{ topic, change: '1' }]] as const,
  )
