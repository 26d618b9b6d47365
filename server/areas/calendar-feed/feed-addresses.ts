/**
 * The secret addresses of calendar feeds. An address is a feed's id and the server's signature of it: who reads the
 * database learns none, and one can be shown again to whom it belongs.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { readCalendarFeed } from '#contract/calendar-feed.ts'

const EXTENSION = '.ics'

export class FeedAddresses {
  readonly #secret: string

  /** @param secret the one that signs access tokens; what is signed says what it is for, so that neither passes for the other */
  constructor(secret: string) {
    this.#secret = secret
  }

  #sign(purpose: string, text = ''): Buffer {
    return createHmac('sha256', this.#secret).update(`homeroom/${purpose}\n${text}`).digest()
  }

  /**
   * What ends the ids of everything in this server's feeds, so that those of two districts are never taken for one
   * another.
   */
  get namespace(): string {
    return `${this.#sign('calendar-namespace').toString('hex').slice(0, 12)}.homeroom`
  }

  pathOf(feedId: string): string {
    const file = `${feedId}.${this.#sign('calendar-feed', feedId).toString('base64url')}${EXTENSION}`
    return readCalendarFeed.path.replace('{file}', file)
  }

  /** The feed that a file's name leads to; undefined for what this server did not sign. */
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
