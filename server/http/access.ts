import type { Access } from '#contract/endpoint.ts'
import { isAdministrator } from '#domain/roles.ts'
import type { Caller } from './handler.ts'
import { Refusal } from './refusal.ts'

/** The message on screens without access (spec 1, section 2); the server uses the same. */
export const NO_ACCESS = "You don't have access to this page"

/** To users whose role needs a second factor and who have none. */
export const ADD_FACTOR_FIRST = 'Your role requires a second sign-in method. Add one to continue.'

/** Whether such users may call: adding one, and leaving. */
export const isOpenBeforeFactor = (rule: Access): boolean => rule.kind === 'signedIn' && rule.isForSettingUp === true

/** Whether the contract's rule lets this caller in. The query limits which rows they reach. */
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

const isOfOwnRecords = (rule: Access, { screens }: Caller): boolean =>
  rule.kind === 'screens' && !rule.anyOf.some((screen) => screens.has(screen) && !rule.own?.includes(screen))

/**
 * The caller as far as the rules let them in: only to their own records if no rule opens everyone's.
 *
 * @returns undefined if no rule lets them in
 */
export function admit(rules: readonly Access[], caller: Caller): Caller | undefined {
  const open = rules.filter((rule) => mayCall(rule, caller))
  if (open.length === 0) return undefined
  return open.every((rule) => isOfOwnRecords(rule, caller)) ? { ...caller, hasOwnRecordsOnly: true } : caller
}

/**
 * The provider whose rows the caller may see and change; undefined for an administrator, who has no limit, except where
 * only a screen of their own records lets them in. Anyone else without a provider is refused with 403.
 */
export function providerScope(caller: Caller): number | undefined {
  if (isAdministrator(caller.role) && !caller.hasOwnRecordsOnly) return undefined
  if (caller.providerId === null) throw new Refusal(403, NO_ACCESS)
  return caller.providerId
}

/** Providers can only access their own days. @throws Refusal 403 */
export function requireOwnDays(caller: Caller, providerId: number): void {
  const scope = providerScope(caller)
  if (scope !== undefined && scope !== providerId) throw new Refusal(403, NO_ACCESS)
}
