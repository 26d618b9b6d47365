/** Signing in with an OpenID Connect provider: the authorization code flow with PKCE, and checking ID tokens. */
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { z } from 'zod'

/** What Google calls itself. */
export const GOOGLE = 'https://accounts.google.com'

/** What users know a provider as, if no setting says so. */
export const nameOfIssuer = (issuer: string): string => (issuer === GOOGLE ? 'Google' : new URL(issuer).hostname)

export interface IdentityProviderSettings {
  /** Exactly as the provider calls itself. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Shown to users. */
  readonly name: string
}

/** Whom the provider says a person is. */
export interface Identity {
  readonly issuer: string
  /** The provider's lasting name for the person. */
  readonly subject: string
  /** Undefined if the provider keeps it to itself. */
  readonly email: string | undefined
  readonly isEmailVerified: boolean
}

/** Why the provider proves nobody's identity. */
export type ProviderProblem =
  /** The user said no. */
  | 'canceled'
  /** It is down, slow, or answers with something else. */
  | 'unreachable'
  /** It doesn't accept our request: a setting is wrong here or there. */
  | 'misconfigured'
  /** The sign-in took too long, or its code or token was used before. */
  | 'expired'
  /** The token's time is over or has not come: one of the clocks is wrong. */
  | 'clock'
  /** The token is forged, or meant for another application or sign-in. */
  | 'unproven'

export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly problem: ProviderProblem

  constructor(problem: ProviderProblem, cause?: unknown) {
    super(`Sign-in with the identity provider: ${problem}`, { cause })
    this.problem = problem
  }
}

/** What has to come back from the provider, and what only we know until then. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** How far the clocks may be apart, in seconds. */
const CLOCK_TOLERANCE = 60
/** How long a call to the provider may take, in seconds: a user is waiting. */
const PATIENCE = 10

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  exp: z.number(),
  nonce: z.string().optional(),
  email: z.string().max(320).optional(),
  /** Some providers send it as text. */
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
})
type Claims = z.output<typeof claimsSchema>

const isTrue = (claim: Claims['email_verified']) => claim === true || claim === 'true'

const CANCELED = ['access_denied', 'login_required', 'consent_required', 'interaction_required']
const BUSY = ['server_error', 'temporarily_unavailable']

/** A failure of the client library. */
function problemOf(error: unknown): ProviderProblem {
  if (error instanceof client.AuthorizationResponseError) {
    if (CANCELED.includes(error.error)) return 'canceled'
    return BUSY.includes(error.error) ? 'unreachable' : 'misconfigured'
  }
  if (error instanceof client.ResponseBodyError) {
    if (error.error === 'invalid_grant') return 'expired'
    return error.status >= 500 || BUSY.includes(error.error) ? 'unreachable' : 'misconfigured'
  }
  // A 401 to our client id and secret.
  if (error instanceof client.WWWAuthenticateChallengeError) return 'misconfigured'
  if (error instanceof client.ClientError) {
    if (error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock'
    // It calls itself something other than the setting says.
    if (error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'misconfigured'
    const unproven = ['OAUTH_INVALID_RESPONSE', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_UNSUPPORTED_OPERATION']
    return unproven.includes(error.code ?? '') ? 'unproven' : 'unreachable'
  }
  return 'unreachable'
}

/** A failure of checking a token. */
function problemOfToken(error: unknown): ProviderProblem {
  if (error instanceof errors.JWTExpired) return 'clock'
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.reason === 'check_failed' && ['nbf', 'iat'].includes(error.claim) ? 'clock' : 'unproven'
  }
  // The keys could not be fetched.
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return 'unreachable'
  if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') return 'unproven'
  return 'unreachable'
}

/** Sends the secret in the header, as is usual, unless the provider takes it only in the body. */
const authenticationBy =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const send = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    return send(secret)(server, ...rest)
  }

interface Discovered {
  readonly configuration: client.Configuration
  readonly keys: ReturnType<typeof createRemoteJWKSet>
}

const promptsSchema = z.array(z.string())

/**
 * Whether the provider can ask which of the browser's accounts to use. Without it, the next person at a shared computer is
 * signed in as the one before, and someone whose account is unknown here can't choose another.
 */
function letsChoose(configuration: client.Configuration): boolean {
  const { issuer, prompt_values_supported: prompts } = configuration.serverMetadata()
  // Google does not say so.
  return issuer === GOOGLE || promptsSchema.safeParse(prompts).data?.includes('select_account') === true
}

/** One provider, of which nothing is fetched before someone signs in with it. */
export class IdentityProvider {
  readonly settings: IdentityProviderSettings
  #discovered: Promise<Discovered> | undefined

  constructor(settings: IdentityProviderSettings) {
    this.settings = settings
  }

  /** What the provider says of itself; asked again after a failure. */
  async #discover(): Promise<Discovered> {
    this.#discovered ??= this.#fetchMetadata().catch((error: unknown) => {
      this.#discovered = undefined
      throw new ProviderFailure(problemOf(error), error)
    })
    return await this.#discovered
  }

  async #fetchMetadata(): Promise<Discovered> {
    const { issuer, clientId, clientSecret } = this.settings
    const server = new URL(issuer)
    const configuration = await client.discovery(
      server,
      clientId,
      { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE },
      authenticationBy(clientSecret),
      // The settings allow it on this machine only.
      { timeout: PATIENCE, execute: server.protocol === 'http:' ? [client.allowInsecureRequests] : [] },
    )
    const { jwks_uri: keys } = configuration.serverMetadata()
    if (keys === undefined) throw new Error('The provider has no jwks_uri')
    return { configuration, keys: createRemoteJWKSet(new URL(keys), { timeoutDuration: PATIENCE * 1000 }) }
  }

  /**
   * @returns the address at which the user proves who they are, and what to keep until they return
   * @throws ProviderFailure
   */
  async begin(returnTo: string): Promise<{ address: string; flow: Flow }> {
    const { configuration } = await this.#discover()
    const flow = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: returnTo,
      scope: 'openid email',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
      ...(letsChoose(configuration) && { prompt: 'select_account' }),
    })
    return { address: address.href, flow }
  }

  /**
   * Exchanges the code with which the user returned.
   *
   * @param returned the address with its query
   * @throws ProviderFailure
   */
  async finish(returned: URL, { state, nonce, verifier }: Flow, now: Date): Promise<Identity> {
    const discovered = await this.#discover()
    const { configuration } = discovered
    const tokens = await client
      .authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        throw new ProviderFailure(problemOf(error), error)
      })
    const { id_token: token, access_token: accessToken } = tokens
    if (token === undefined) throw new ProviderFailure('unproven')
    const claims = await this.#verify(discovered, token, nonce, now)
      .catch(async (error: unknown) => {
        // Nobody can make the provider send such a token at will, so its keys are worth fetching again at any time.
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        await discovered.keys.reload()
        return await this.#verify(discovered, token, nonce, now)
      })
      .catch(failOfToken)
    if (claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) {
      return identityOf(claims)
    }
    // Many providers put the address there and not into the token.
    const more = await client.fetchUserInfo(configuration, accessToken, claims.sub).catch((error: unknown) => {
      throw new ProviderFailure(problemOf(error), error)
    })
    return identityOf({ ...claims, email: more.email, email_verified: more.email_verified })
  }

  /**
   * Checks an ID token that a client got from the provider by itself.
   *
   * @param nonce what the client sent to the provider, if anything
   * @returns also when the token expires
   * @throws ProviderFailure
   */
  async verify(token: string, nonce: string | undefined, now: Date): Promise<Identity & { expiresAt: Date }> {
    const claims = await this.#verify(await this.#discover(), token, nonce, now).catch(failOfToken)
    return { ...identityOf(claims), expiresAt: new Date((claims.exp + CLOCK_TOLERANCE) * 1000) }
  }

  async #verify({ keys }: Discovered, token: string, nonce: string | undefined, now: Date): Promise<Claims> {
    const { issuer, clientId } = this.settings
    const { payload } = await jwtVerify<JWTPayload>(token, keys, {
      // The client library fetched its metadata under this name, and checked that it has it.
      issuer,
      audience: clientId,
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    const claims = claimsSchema.safeParse(payload).data
    if (!claims || claims.nonce !== nonce) throw new ProviderFailure('unproven')
    // A token for several applications says which of them asked for it.
    if ((claims.azp ?? clientId) !== clientId) throw new ProviderFailure('unproven')
    return claims
  }
}

function failOfToken(error: unknown): never {
  throw error instanceof ProviderFailure ? error : new ProviderFailure(problemOfToken(error), error)
}

const identityOf = ({ iss, sub, email, email_verified }: Claims): Identity => ({
  issuer: iss,
  subject: sub,
  email,
  isEmailVerified: isTrue(email_verified),
})
