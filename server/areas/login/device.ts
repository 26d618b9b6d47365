import Bowser from 'bowser'

const UNKNOWN = 'Unknown device'

/** Anyone can send any text as the header, and the words go into emails: only names that we know. */
const KNOWN = new Set<string | undefined>([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)])

/** 'Chrome on Windows' for a User-Agent header. */
export const deviceInWords = (userAgent: string | null): string => {
  if (!userAgent) return UNKNOWN
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter((name) => KNOWN.has(name)).join(' on ') || UNKNOWN
}
