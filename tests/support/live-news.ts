import type { Page } from 'playwright-core'
import type { LiveChange } from '#contract/live.ts'
import { PEOPLE } from './server/test-server.ts'

const nameOf = (userId: number) => `homeroom-live-${userId}`

/** From now on, the page follows a leading tab, which is the test: what is stored meanwhile changes nothing on the page. */
export const hearOnlyTheTest = (page: Page): Promise<unknown> =>
  page.addInitScript(
    (names) => {
      for (const name of names) void navigator.locks.request(name, () => new Promise(() => undefined))
    },
    Object.values(PEOPLE).map(({ userId }) => nameOf(userId)),
  )

/** Tells the page that others changed something, as its leading tab would. */
export const tellOfChange = (page: Page, userId: number, topic: LiveChange['topic']): Promise<void> =>
  page.evaluate(
    ([name, changes]) => {
      const channel = new BroadcastChannel(name)
      channel.postMessage({ type: 'news.changes', changes, id: '1' })
      channel.close()
    },
    [nameOf(userId), [{ topic, change: '1' }]] as const,
  )
