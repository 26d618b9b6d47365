/** Where `localStorage` keeps drafts of forms (local-drafts.ts), one entry per user and form. */
import type { DraftPlace } from '#machines/common/draft.machine.ts'

const PREFIX = 'draft/'

export const keyOf = ({ userId, name }: DraftPlace) => `${PREFIX}${userId}/${name}`

/** @param isDropped by key */
export const dropStored = (storage: Storage, isDropped: (key: string) => boolean): void => {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys) if (key.startsWith(PREFIX) && isDropped(key)) storage.removeItem(key)
}

/**
 * For logging out: deletes all of the user's drafts.
 *
 * @param storage a function, because accessing `localStorage` throws if the browser blocks it
 */
export const dropDraftsOf = (storage: () => Storage, userId: number): void => {
  try {
    const ofUser = keyOf({ userId, name: '' })
    dropStored(storage(), (key) => key.startsWith(ofUser))
  } catch {
    // If storage can't be read, nothing was written either.
  }
}
