/**
 * Runs a machine for as long as its component is on the page, and lets the portal's tools look on. The one way in which
 * screens run machines: the linter refuses the library's own hooks.
 */
// biome-ignore lint/style/noRestrictedImports: this is what the rule sends screens to
import { useActorRef as useUnwatchedActorRef } from '@xstate/react'
import { createContext, useContext } from 'react'
import type { Actor, ActorOptions, AnyActorLogic, InspectionEvent } from 'xstate'

/** What is told of every machine that runs, and of all that it calls. Keep its identity stable. */
export type Inspect = (event: InspectionEvent) => void

/** Nobody looks on where it is not set. */
export const InspectContext = createContext<Inspect | undefined>(undefined)

/** As the hook of the same name in @xstate/react, whose words on identity and restarts hold. */
export function useActorRef<Logic extends AnyActorLogic>(
  ...[logic, options]: Parameters<typeof useUnwatchedActorRef<Logic>>
): Actor<Logic>
export function useActorRef(logic: AnyActorLogic, options?: ActorOptions<AnyActorLogic>): Actor<AnyActorLogic> {
  const inspect = useContext(InspectContext)
  return useUnwatchedActorRef(logic, { ...options, inspect })
}
