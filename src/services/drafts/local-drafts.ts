/**
 * Drafts of unsaved forms in the browser's storage, an entry per user and form. What is read is parsed: an entry that is
 * broken, too old, or not what the form holds nowadays is taken away and counts as none.
 */
import { z } from 'zod'
import type { Draft, DraftPlace, DropDraftInput, WriteDraftInput } from '#machines/common/draft.machine.ts'

const PREFIX = 'draft/'
/** Of the entry, whatever the form in it. */
const VERSION = 1
export const DRAFT_DAYS = 14
const DAY = 86_400_000

const keyOf = ({ userId, name }: DraftPlace) => `${PREFIX}${userId}/${name}`

const keptSchema = <Content>(content: z.ZodType<Content>) =>
  z.object({ content, keptAt: z.iso.datetime(), basis: z.string().nullable() })

const entrySchema = <Content>(content: z.ZodType<Content>) =>
  keptSchema(content).extend({ version: z.literal(VERSION), earlier: keptSchema(content).nullable().catch(null) })

const anyEntrySchema = entrySchema(z.unknown())

const parseEntry = <Schema extends z.ZodType>(schema: Schema, text: string | null): z.output<Schema> | undefined => {
  try {
    return schema.parse(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

export interface LocalDrafts {
  /** @throws Error where the browser lets nothing be read */
  readonly read: <Content>(content: z.ZodType<Content>, place: DraftPlace) => Draft<Content> | null
  /** @throws Error where the browser refuses, or the user's session has ended */
  readonly write: <Content>(input: WriteDraftInput<Content>) => void
  readonly drop: <Content>(input: DropDraftInput<Content>) => void
  /** The user leaves on purpose: nothing of theirs stays behind. */
  readonly dropAllOf: (userId: number) => void
}

interface Surroundings {
  /** Asked each time: reaching for `localStorage` throws where a browser forbids it. */
  readonly storage: () => Storage
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Whether it is this user who is signed in; a form that closes after them must not leave anything. */
  readonly isSignedIn: (userId: number) => boolean
}

export const localDrafts = ({ storage, now, isSignedIn }: Surroundings): LocalDrafts => {
  const keys = () => Array.from({ length: storage().length }, (_, index) => storage().key(index) ?? '')
  const drop = (isDropped: (key: string) => boolean) => {
    for (const key of keys()) if (key.startsWith(PREFIX) && isDropped(key)) storage().removeItem(key)
  }
  const isOutdated = (key: string) => {
    const keptAt = parseEntry(anyEntrySchema, storage().getItem(key))?.keptAt
    return keptAt === undefined || now() - Date.parse(keptAt) > DRAFT_DAYS * DAY
  }
  return {
    read: (content, place) => {
      // Anybody's: nothing that is past its time stays in the browser.
      drop(isOutdated)
      const key = keyOf(place)
      const entry = parseEntry(entrySchema(content), storage().getItem(key))
      if (entry === undefined) storage().removeItem(key)
      return entry ?? null
    },
    write: ({ place, content, basis, earlier }) => {
      if (!isSignedIn(place.userId)) throw new Error('The session has ended')
      const entry = { version: VERSION, keptAt: new Date(now()).toISOString(), basis, content, earlier }
      storage().setItem(keyOf(place), JSON.stringify(entry))
    },
    drop: ({ place, earlier }) => {
      if (earlier === null || !isSignedIn(place.userId)) storage().removeItem(keyOf(place))
      else storage().setItem(keyOf(place), JSON.stringify({ version: VERSION, ...earlier, earlier: null }))
    },
    dropAllOf: (userId) => {
      try {
        drop((key) => key.startsWith(`${PREFIX}${userId}/`))
      } catch {
        // What cannot be read was not written either.
      }
    },
  }
}
