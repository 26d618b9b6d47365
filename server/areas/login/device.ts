import Bowser from 'bowser'
import type { From } from '#server/mail/letter.ts'
import type { Source } from './security-log.ts'

const UNKNOWN = 'Unknown device'

/** Anyone can send any text as the header, and the words go into emails: only names that we know. */
const KNOWN = new Set<string | undefined>([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)])

/** 'Chrome on Windows' for a User-Agent header. */
export const deviceInWords = (userAgent: string | null): string => {
  if (!userAgent) return UNKNOWN
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter((name) => KNOWN.has(name)).join(' on ') || UNKNOWN
}

/** For a letter to a user, about what a client did. */
export const cameFrom = (name: string, { address, userAgent }: Source): From => ({
  name,
  device: deviceInWords(userAgent ?? null),
  address,
})
