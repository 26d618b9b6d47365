/** Where users return from an identity provider, which has to know the address, and where the page gets the session. */
export const identityProviderReturn = {
  path: '/api/login/provider-return',
  pickup: '/api/login/finish-identity-provider-sign-in',
} as const

/** True in the query of the sign-in page when the user has returned; nothing else about it is in any address. */
export const IDENTITY_PROVIDER_RETURN = 'identityProviderReturn'
