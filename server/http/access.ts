import type { Access } from '#contract/endpoint.ts'
import { isAdministrator } from '#domain/roles.ts'
import type { Caller } from './handler.ts'
import { Refusal } from './refusal.ts'

/** What a screen shows to those who may not see it (spec 1, section 2); the server says the same. */
export const NO_ACCESS = "You don't have access to this page"

/** Whether the contract's rule lets this caller in. Which rows they reach is for the query to bound. */
export function mayCall(rule: Access, caller: Caller | null): boolean {
  switch (rule.kind) {
    case 'public':
      return true
    case 'signedIn':
      return caller !== null
    case 'roles':
      return (
        caller !== null &&
        rule.roles.includes(caller.role) &&
        (rule.screen === undefined || caller.screens.has(rule.screen))
      )
    case 'screens':
      return caller !== null && rule.anyOf.some((screen) => caller.screens.has(screen))
  }
}

/**
 * The provider whose rows alone the caller may see and change; undefined for an administrator, whom nothing bounds. A
 * caller who is neither (a provider's user without a provider) is refused with 403.
 */
export function providerScope(caller: Caller): number | undefined {
  if (isAdministrator(caller.role)) return undefined
  if (caller.providerId === null) throw new Refusal(403, NO_ACCESS)
  return caller.providerId
}
