/** What roles may open, and the words for changing it (spec 1, sections 2 and 6). */

/** A screen of a role, a user's role, or whether a user may sign in. */
export const ACCESS_CHANGE_KINDS = ['screen', 'role', 'state'] as const

export const accessMessages = {
  updated: 'Permissions have been updated successfully',
  roleChanged: 'Role has been changed successfully',
  roleRequired: 'User Role Is Required',
  empty: 'No Data Found',
  notYourself: 'You cannot change your own role or deactivate yourself. Ask another administrator.',
  lastRole: 'This is the last role that can open Permissions. Give another role access first.',
  lastRoleInUse:
    'Nobody who is active has another role that can open Permissions. Give such a role to an active user first.',
  noProvider: 'This user has no provider record, which this role needs.',
} as const

export const lastUser = (name: string): string =>
  `${name} is the last active user who can open Permissions. Give another user such a role first.`

const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/**
 * Names the content of an access list: the same for the same screens, in any order (FNV-1a). The server sends it with
 * every reply, so that a browser notices that its list is out of date.
 */
export const accessVersionOf = (screens: Iterable<string>): string => {
  const text = [...screens].toSorted().join()
  let hash = OFFSET
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
