/**
 * Drafts of unsaved forms in `localStorage`, one entry per user and form. Entries are parsed when read: one that is
 * corrupt, too old, or doesn't match the form's current schema is deleted and treated as missing.
 */
import { z } from 'zod'
import type { Draft, DraftPlace, DropDraftInput, WriteDraftInput } from '#machines/common/draft.machine.ts'
import { dropStored, keyOf } from './stored-drafts.ts'

/** The version of the entry format, independent of the form. */
const VERSION = 1
export const DRAFT_DAYS = 14
const DAY = 86_400_000

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
  /** @throws Error if the browser blocks reading */
  readonly read: <Content>(content: z.ZodType<Content>, place: DraftPlace) => Draft<Content> | null
  /** @throws Error if the browser blocks writing, or the user's session has ended */
  readonly write: <Content>(input: WriteDraftInput<Content>) => void
  readonly drop: <Content>(input: DropDraftInput<Content>) => void
  /** Whether there is an entry, readable or not; false if the browser blocks reading. */
  readonly has: (place: DraftPlace) => boolean
}

interface Surroundings {
  /** A function, because accessing `localStorage` throws if the browser blocks it. */
  readonly storage: () => Storage
  readonly now: () => number
  /** Whether this user is still signed in; a form that closes after logout must not write a draft. */
  readonly isSignedIn: (userId: number) => boolean
}

export const localDrafts = ({ storage, now, isSignedIn }: Surroundings): LocalDrafts => {
  const isOutdated = (key: string) => {
    const keptAt = parseEntry(anyEntrySchema, storage().getItem(key))?.keptAt
    return keptAt === undefined || now() - Date.parse(keptAt) > DRAFT_DAYS * DAY
  }
  return {
    read: (content, place) => {
      // Expired drafts of any user are deleted.
      dropStored(storage(), isOutdated)
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
    has: (place) => {
      try {
        return storage().getItem(keyOf(place)) !== null
      } catch {
        return false
      }
    },
  }
}
