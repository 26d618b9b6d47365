/**
 * The secret addresses of calendar feeds. An address is a feed's id with the server's signature: the database alone
 * reveals none, and the owner can be shown theirs again.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { readCalendarFeed } from '#contract/calendar-feed.ts'

const EXTENSION = '.ics'

export class FeedAddresses {
  readonly #secret: string

  /** @param secret also signs access tokens; the signed text includes its purpose, so neither can pass for the other */
  constructor(secret: string) {
    this.#secret = secret
  }

  #sign(purpose: string, text = ''): Buffer {
    return createHmac('sha256', this.#secret).update(`homeroom/${purpose}\n${text}`).digest()
  }

  /** Suffix of all ids in this server's feeds, so that two districts' events never collide. */
  get namespace(): string {
    return `${this.#sign('calendar-namespace').toString('hex').slice(0, 12)}.homeroom`
  }

  pathOf(feedId: string): string {
    const file = `${feedId}.${this.#sign('calendar-feed', feedId).toString('base64url')}${EXTENSION}`
    return readCalendarFeed.path.replace('{file}', file)
  }

  /** The feed that a file name refers to; undefined unless this server signed it. */
  feedIn(file: string): string | undefined {
    if (!file.endsWith(EXTENSION)) return undefined
    const [name = '', signature = '', ...more] = file.slice(0, -EXTENSION.length).split('.')
    const { success, data: feedId } = z.uuid().safeParse(name)
    if (!success || more.length > 0) return undefined
    const given = Buffer.from(signature, 'base64url')
    const right = this.#sign('calendar-feed', feedId)
    return given.length === right.length && timingSafeEqual(given, right) ? feedId : undefined
  }
}
