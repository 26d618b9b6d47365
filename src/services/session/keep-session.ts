/** Stores the session in the browser and syncs changes between tabs. */
import { fromCallback } from 'xstate'
import type { KeptSession, SessionEvent, StoreCommand } from '#machines/session/session.machine.ts'

/** The second name is the spec's (spec 1, section 3). */
const SESSION_KEY = 'userSession'
const ACCESS_KEY = 'userAccess'

/**
 * A session cookie, deleted when the browser closes. If a session without "Keep me logged in" is found without it, the
 * browser has been closed since.
 */
const BROWSER_COOKIE = 'homeroom-browser'

const isBrowserMarked = () => document.cookie.split('; ').includes(`${BROWSER_COOKIE}=open`)
const markBrowser = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and requires HTTPS.
  document.cookie = `${BROWSER_COOKIE}=open; path=/; SameSite=Strict`
}

/** Undefined if the browser blocks storage: the session then lasts as long as the page. */
const storage = (): Storage | undefined => {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

const NOTHING: KeptSession = { session: null, userAccess: null }

const parsers = () => import('./kept-session.ts')

const read = async (text: string): Promise<KeptSession> => {
  const { parseAccess, parseSession } = await parsers()
  const session = parseSession(text)
  if (session === null || (!session.isRememberMe && !isBrowserMarked())) return NOTHING
  return { session, userAccess: parseAccess(storage()?.getItem(ACCESS_KEY) ?? null) }
}

const keep = (key: string, value: unknown): void => {
  try {
    storage()?.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full: the page continues with the session in memory.
  }
}

const write = (command: StoreCommand): void => {
  switch (command.type) {
    case 'store.save':
      markBrowser()
      keep(SESSION_KEY, command.session)
      break
    case 'store.saveAccess':
      keep(ACCESS_KEY, command.userAccess)
      break
    case 'store.clear':
      storage()?.removeItem(SESSION_KEY)
      storage()?.removeItem(ACCESS_KEY)
  }
}

/** `storage` events fire in the other tabs, never in the one that wrote. */
export const keepSession = fromCallback<StoreCommand>(({ sendBack, receive }) => {
  const tell = (event: SessionEvent) => sendBack(event)
  const onStorage = async ({ key, newValue }: StorageEvent) => {
    // A null key means that everything was cleared.
    if (key !== SESSION_KEY && key !== null) return
    const { parseSession } = await parsers()
    tell({ type: 'store.changed', session: parseSession(newValue) })
  }
  receive(write)
  window.addEventListener('storage', onStorage)
  const kept = storage()?.getItem(SESSION_KEY) ?? null
  if (kept === null) tell({ type: 'store.restored', ...NOTHING })
  else {
    read(kept).then(
      (restored) => tell({ type: 'store.restored', ...restored }),
      // The script did not load. The sign-in page shows that the server is away; a reload restores the session.
      () => tell({ type: 'store.restored', ...NOTHING }),
    )
  }
  return () => window.removeEventListener('storage', onStorage)
})
