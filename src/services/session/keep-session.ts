/** What the browser keeps of the session, and how its tabs learn of each other's changes. */
import { fromCallback } from 'xstate'
import type { z } from 'zod'
import { userAccessSchema } from '#contract/acl.ts'
import { sessionSchema } from '#contract/login.ts'
import type { KeptSession, SessionEvent, StoreCommand } from '#machines/session/session.machine.ts'

/** The spec names the second (spec 1, section 3). */
const SESSION_KEY = 'userSession'
const ACCESS_KEY = 'userAccess'

/**
 * Lives as long as the browser does. A session without "Keep me logged in" that is found without this cookie was left by
 * a browser that has been closed since.
 */
const BROWSER_COOKIE = 'homeroom-browser'

const isBrowserMarked = () => document.cookie.split('; ').includes(`${BROWSER_COOKIE}=open`)
const markBrowser = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and asks for https.
  document.cookie = `${BROWSER_COOKIE}=open; path=/; SameSite=Strict`
}

const parseKept = <S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null => {
  try {
    return schema.parse(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

/** Undefined where the browser is told to keep nothing: then a session lasts as long as its page. */
const storage = (): Storage | undefined => {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

const read = (): KeptSession => {
  const session = parseKept(sessionSchema, storage()?.getItem(SESSION_KEY) ?? null)
  if (session === null || (!session.isRememberMe && !isBrowserMarked())) return { session: null, userAccess: null }
  return { session, userAccess: parseKept(userAccessSchema, storage()?.getItem(ACCESS_KEY) ?? null) }
}

const keep = (key: string, value: unknown): void => {
  try {
    storage()?.setItem(key, JSON.stringify(value))
  } catch {
    // Full: the page goes on with what it holds.
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

/** The browser tells the other tabs, never the one that wrote, of a change of `localStorage`. */
export const keepSession = fromCallback<StoreCommand>(({ sendBack, receive }) => {
  const tell = (event: SessionEvent) => sendBack(event)
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // A null key: everything was cleared.
    if (key === SESSION_KEY || key === null) {
      tell({ type: 'store.changed', session: parseKept(sessionSchema, newValue) })
    }
  }
  receive(write)
  window.addEventListener('storage', onStorage)
  tell({ type: 'store.restored', ...read() })
  return () => window.removeEventListener('storage', onStorage)
})
