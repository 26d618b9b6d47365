/**
 * The page to show after sign-in, in this tab: a page of an email that was opened before, or what was open when the
 * session expired.
 */
export const RETURN_KEY = 'returnTo'

/** @param userId whose page it was; null if nobody has been signed in */
export const keepReturn = (userId: number | null, path: string): void => {
  window.sessionStorage.setItem(RETURN_KEY, JSON.stringify({ userId, path }))
}
