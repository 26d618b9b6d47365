import type { Page } from 'playwright-core'
import { sessionSchema, signIn } from '#contract/login.ts'

/**
 * Signs in over the API and leaves the browser what signing in by the form would. The page stays blank: go where the
 * test begins. Saves each test the sign-in page and the Home Page; both have tests of their own.
 */
export const signInByCall = async (
  page: Page,
  account: { email: string; password: string },
  { keep = false }: { keep?: boolean } = {},
): Promise<void> => {
  const reply = await page.request.post(signIn.path, {
    data: { languageId: 1, username: account.email, password: account.password, rememberme: keep },
  })
  if (!reply.ok()) throw new Error(`${account.email} could not sign in: ${await reply.text()}`)
  const session = sessionSchema.parse((await reply.json()).data)
  // Any file of the portal's address that runs none of its code.
  await page.goto('/favicon.svg')
  await page.evaluate((kept) => {
    localStorage.setItem('userSession', kept)
    localStorage.removeItem('userAccess')
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API asks for https.
    document.cookie = 'homeroom-browser=open; path=/; SameSite=Strict'
  }, JSON.stringify(session))
}
