import type { Page } from 'playwright-core'
import { sessionSchema, signIn } from '#contract/login.ts'

/** A file on the portal's origin that runs none of its code. */
export const BLANK_PAGE = '/favicon.svg'

/**
 * Signs in over the API and stores the same data in the browser as the sign-in form. The page stays blank; open the
 * test's first page next. This spares tests the sign-in page and the Home Page, which have separate tests.
 */
export const signInByCall = async (
  page: Page,
  account: { email: string; password: string },
  { keep = false }: { keep?: boolean } = {},
): Promise<void> => {
  const reply = await page.request.post(signIn.path, {
    data: { languageId: 1, username: account.email, password: account.password, rememberme: keep },
    // The server may be closing the reused context's idle connection.
    maxRetries: 2,
  })
  if (!reply.ok()) throw new Error(`${account.email} could not sign in: ${await reply.text()}`)
  const session = sessionSchema.parse((await reply.json()).data)
  if (!page.url().endsWith(BLANK_PAGE)) await page.goto(BLANK_PAGE)
  await page.evaluate((kept) => {
    localStorage.setItem('userSession', kept)
    localStorage.removeItem('userAccess')
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API requires HTTPS.
    document.cookie = 'homeroom-browser=open; path=/; SameSite=Strict'
  }, JSON.stringify(session))
}
