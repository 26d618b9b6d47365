import Bowser from 'bowser'

const UNKNOWN = 'Unknown device'

/** 'Chrome on Windows' for a User-Agent header. */
export const deviceInWords = (userAgent: string | null): string => {
  if (!userAgent) return UNKNOWN
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' on ') || UNKNOWN
}
