/**
 * The secret addresses of calendar feeds. An address is a feed's id with the server's signature: the database alone
 * reveals none, and the owner can be shown theirs again.
 */
import { z } from 'zod'
import { readCalendarFeed } from '#contract/calendar-feed.ts'
import { Signer } from '#server/signer.ts'

const EXTENSION = '.ics'
const FEED = 'calendar-feed'

export class FeedAddresses {
  readonly #signer: Signer

  constructor(secret: string) {
    this.#signer = new Signer(secret)
  }

  /** Suffix of all ids in this server's feeds, so that two districts' events never collide. */
  get namespace(): string {
    return `${this.#signer.sign('calendar-namespace').toString('hex').slice(0, 12)}.homeroom`
  }

  pathOf(feedId: string): string {
    const file = `${feedId}.${this.#signer.sign(FEED, feedId).toString('base64url')}${EXTENSION}`
    return readCalendarFeed.path.replace('{file}', file)
  }

  /** The feed that a file name refers to; undefined unless this server signed it. */
  feedIn(file: string): string | undefined {
    if (!file.endsWith(EXTENSION)) return undefined
    const [name = '', signature = '', ...more] = file.slice(0, -EXTENSION.length).split('.')
    const { success, data: feedId } = z.uuid().safeParse(name)
    if (!success || more.length > 0) return undefined
    return this.#signer.isSigned(signature, FEED, feedId) ? feedId : undefined
  }
}
