/** Where users are signed in, and the log of sign-ins. */
import { z } from 'zod'
import { searchText } from '#domain/search-words.ts'
import { securityEventSchema } from '#domain/security-events.ts'
import { access, defineEndpoint, id, languageId } from './endpoint.ts'
import { pageOf, queryPaging } from './paging.ts'

const source = {
  /** Such as 'Chrome on Windows'. */
  device: z.string(),
  /** The IP address; null for sessions that began before it was kept. */
  address: z.string().nullable(),
}

const deviceSchema = z.object({
  id: z.uuid(),
  ...source,
  signedInAtUtc: z.iso.datetime(),
  lastSeenAtUtc: z.iso.datetime(),
  /** The caller's own. */
  isCurrent: z.boolean(),
})
export type SignedInDevice = z.infer<typeof deviceSchema>

const eventSchema = z
  .object({
    id,
    atUtc: z.iso.datetime(),
    ...source,
    /** The name of the administrator who caused it, if one did. */
    by: z.string().nullable(),
  })
  .and(securityEventSchema)

export const getDevices = defineEndpoint({
  method: 'GET',
  path: '/api/user/get-devices',
  summary: 'List where the caller is signed in, the latest used first',
  access: access.signedIn,
  shows: ['devices'],
  query: z.object(queryPaging),
  data: pageOf('allDevices', deviceSchema),
})

export const signOutDevice = defineEndpoint({
  method: 'POST',
  path: '/api/user/sign-out-device',
  summary: "End one of the caller's other sessions",
  access: access.signedIn,
  body: z.object({ languageId, id: z.uuid() }),
  data: z.null(),
  replies: { 404: 'Not found, or ended already' },
})

export const signOutOthers = defineEndpoint({
  method: 'POST',
  path: '/api/user/sign-out-other-devices',
  summary: "End all of the caller's other sessions",
  access: access.signedIn,
  body: z.object({ languageId }),
  data: z.null(),
})

export const getOwnSignIns = defineEndpoint({
  method: 'GET',
  path: '/api/user/get-sign-ins',
  summary:
    "List what happened to the caller's account: sign-ins, refused ones, ends of sessions, changes; the latest first",
  access: access.signedIn,
  shows: ['devices', 'signInMethods', 'users'],
  query: z.object(queryPaging),
  data: pageOf('allSignIns', eventSchema),
})

const userEventSchema = eventSchema.and(
  z.object({
    /** The user's name; for an unknown account, what was entered, or 'Unknown user' if nothing was. */
    who: z.string(),
    email: z.string(),
    /** The session that a sign-in began, if it is live and not the caller's: this id ends it. */
    sessionId: z.uuid().nullable(),
  }),
)
export type UserSignIn = z.infer<typeof userEventSchema>

export const getSignIns = defineEndpoint({
  method: 'GET',
  path: '/api/acl/get-sign-ins',
  summary:
    "List what happened to all users' accounts: sign-ins, refused ones, ends of sessions, changes; the latest first",
  access: access.screens('Permissions'),
  query: z.object({
    ...queryPaging,
    /** Part of a user's name or email address, or of the address that was entered. */
    keywords: searchText().optional(),
    kindId: z.coerce.number().int().optional(),
  }),
  data: pageOf('allSignIns', userEventSchema),
})

export const endSession = defineEndpoint({
  method: 'POST',
  path: '/api/acl/end-session',
  summary: "End a user's session",
  access: access.screens('Permissions'),
  body: z.object({ languageId, id: z.uuid() }),
  data: z.null(),
  replies: { 404: 'Not found, or ended already' },
})

export const endpoints = { getDevices, signOutDevice, signOutOthers, getOwnSignIns, getSignIns, endSession }
