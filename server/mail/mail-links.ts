/** Addresses in email that is written without a request, among them those that stop mail. */
import { mailAddressOf } from '#domain/mail-address.ts'
import type { Signer } from '#server/signer.ts'

const PURPOSE = 'stop-mail'

/** Whose mail of which notification categories a link stops. */
export interface Stopped {
  readonly userId: number
  readonly categoryIds: readonly number[]
}

const textOf = ({ userId, categoryIds }: Stopped) => `${userId}-${categoryIds.join('.')}`

/** @returns undefined for a token that this server did not sign */
export const readStopToken = (signer: Signer, token: string): Stopped | undefined => {
  const [, userId = '', ids = '', signature = ''] = /^(\d{1,10})-(\d{1,3}(?:\.\d{1,3})*)-([\w-]{43})$/.exec(token) ?? []
  const stopped = { userId: Number(userId), categoryIds: ids.split('.').map(Number) }
  return signer.isSigned(signature, PURPOSE, textOf(stopped)) ? stopped : undefined
}

export class MailLinks {
  readonly #origin: string
  readonly #signer: Signer

  /** @param origin scheme, host and port at which users reach the server */
  constructor(origin: string, signer: Signer) {
    this.#origin = origin
    this.#signer = signer
  }

  /** @param href an address within the portal */
  to(href: string): string {
    return `${this.#origin}${mailAddressOf(href)}`
  }

  /** Works without a sign-in for as long as TOKEN_SECRET stays the same. */
  toStop(stopped: Stopped): string {
    const signature = this.#signer.sign(PURPOSE, textOf(stopped)).toString('base64url')
    return `${this.#origin}/stop-mail/${textOf(stopped)}-${signature}`
  }
}
