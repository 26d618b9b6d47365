/**
 * Runs a machine while its component is mounted, and lets the portal's inspectors observe it. The only way for screens to
 * run machines: the linter forbids the library's own hooks.
 */
// biome-ignore lint/style/noRestrictedImports: the wrapper that the rule points to
import { useActorRef as useUnwatchedActorRef } from '@xstate/react'
import { createContext, useContext } from 'react'
import type { Actor, ActorOptions, AnyActorLogic, InspectionEvent } from 'xstate'

/** Observes every machine that runs, and its child actors. Keep its identity stable. */
export type Inspect = (event: InspectionEvent) => void

/** Unset means no inspection. */
export const InspectContext = createContext<Inspect | undefined>(undefined)

/** Like the hook of the same name in @xstate/react, with the same rules on identity and restarts. */
export function useActorRef<Logic extends AnyActorLogic>(
  ...[logic, options]: Parameters<typeof useUnwatchedActorRef<Logic>>
): Actor<Logic>
export function useActorRef(logic: AnyActorLogic, options?: ActorOptions<AnyActorLogic>): Actor<AnyActorLogic> {
  const inspect = useContext(InspectContext)
  return useUnwatchedActorRef(logic, { ...options, inspect })
}
