/** A real OpenID Connect provider in the test's process, with its own sign-in pages. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { identityProviderReturn } from '#contract/identity-provider-return.ts'
import type { IdentityProviderSettings } from '#server/areas/login/identity-provider.ts'

/** What the provider knows of a person; their subject is the name with which they sign in there. */
interface Person {
  readonly email?: string
  readonly email_verified?: boolean
}

const CLIENT = { clientId: 'homeroom', clientSecret: 'a secret between the portal and the provider' }

export class TestProvider {
  readonly people = new Map<string, Person>()
  #hasShortTokens = false
  #handle: RequestListener = (_, response) => response.writeHead(503).end()
  #isDown = false
  #key: { readonly jwk: JWK; readonly sign: (token: SignJWT) => Promise<string> } | undefined
  #portal = ''
  readonly #server = createServer((request, response) => {
    if (this.#isDown) request.socket.destroy()
    else this.#handle(request, response)
  })

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    await this.rotateKeys()
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get settings(): IdentityProviderSettings {
    return { issuer: this.issuer, ...CLIENT, name: 'Google' }
  }

  /** Cuts every connection, or answers again. */
  set isDown(isDown: boolean) {
    this.#isDown = isDown
    if (isDown) this.#server.closeAllConnections()
  }

  /** Whether the address is only at its user info endpoint, as at many providers. */
  set hasShortTokens(hasShortTokens: boolean) {
    if (hasShortTokens === this.#hasShortTokens) return
    this.#hasShortTokens = hasShortTokens
    this.#renew()
  }

  /** The portal to which it sends users back. */
  serve(portal: string): void {
    this.#portal = portal
    this.#renew()
  }

  /** From now on it signs with another key and no longer publishes the one before. */
  async rotateKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const kid = `key-${Math.random()}`
    const jwk = { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' }
    this.#key = { jwk, sign: (token) => token.setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey) }
    this.#renew()
  }

  #renew(): void {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: [`${this.#portal || 'http://127.0.0.1'}${identityProviderReturn.path}`],
        },
      ],
      jwks: { keys: this.#key ? [this.#key.jwk] : [] } as never,
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: this.#hasShortTokens,
      cookies: { keys: ['a key of the provider for its own cookies'] },
      findAccount: (_, sub) => {
        const person = this.people.get(sub)
        return person && { accountId: sub, claims: () => Promise.resolve({ sub, ...person }) }
      },
    })
    this.#handle = provider.callback()
  }

  /** An ID token with the provider's signature, as its other clients get them. */
  async idToken(claims: JWTPayload): Promise<string> {
    if (!this.#key) throw new Error('The provider has not started')
    const seconds = Math.floor(Date.now() / 1000)
    const usual = { iss: this.issuer, aud: CLIENT.clientId, iat: seconds, exp: seconds + 3600 }
    return await this.#key.sign(new SignJWT({ ...usual, ...claims }))
  }
}

/** Running during the tests of a file; nobody has an account there before each. Call it before the server's hook. */
export function useIdentityProvider(): () => TestProvider {
  const provider = new TestProvider()
  beforeAll(() => provider.start())
  beforeEach(() => {
    provider.people.clear()
    provider.isDown = false
    provider.hasShortTokens = false
  })
  afterAll(() => provider.stop())
  return () => provider
}

/** A person's browser at the provider: follows redirects and keeps cookies, until it is sent elsewhere. */
export class Visitor {
  readonly #cookies = new Map<string, string>()

  async #fetch(address: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  /**
   * Signs in there, and agrees.
   *
   * @param login the subject, or 'cancel' to say no
   * @returns the address to which the provider sends the browser
   */
  async signIn(address: string, login: string): Promise<string> {
    const { origin } = new URL(address)
    let next = address
    let response = await this.#fetch(next)
    for (let step = 0; step < 20; step += 1) {
      const location = response.headers.get('location')
      if (location !== null) {
        next = new URL(location, next).href
        if (!next.startsWith(`${origin}/`)) return next
        response = await this.#fetch(next)
      } else if (login === 'cancel') {
        response = await this.#fetch(`${next}/abort`)
      } else {
        const page = await response.text()
        const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? []
        if (prompt === undefined) throw new Error(`The provider shows ${response.status}: ${page.slice(0, 500)}`)
        response = await this.#fetch(next, { prompt, ...(prompt === 'login' && { login, password: 'any' }) })
      }
    }
    throw new Error('The provider does not send the browser back')
  }
}
