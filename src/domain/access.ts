/** What roles may open, and the words for changing it (spec 1, sections 2 and 6). */
import { formatDate, type LocalDate } from './time.ts'

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
  notLinked: 'This user is not linked to an identity provider anymore.',
  noProvider: 'This user has no provider record, which this role needs.',
} as const

/** @param until the last day on which someone can open Permissions */
export const nobodyAfter = (until: LocalDate): string =>
  `After ${formatDate(until)}, nobody could open Permissions. Give another user who stays such a role first.`

export const lastUser = (name: string): string =>
  `${name} is the last active user who can open Permissions. Give another user such a role first.`
