/** Who may see the records of a lifecycle. */
import { lifecycles } from '#server/areas/lifecycles.ts'
import { admit, NO_ACCESS } from '#server/http/access.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'

/** The user as far as the lifecycle's screens let them in; undefined if none does. */
export const viewerOf = ({ shownBy }: StoredLifecycle, user: Caller): Caller | undefined => {
  const rules = shownBy.map(({ access }) => access)
  const viewer = admit(rules, user)
  return viewer?.hasOwnRecordsOnly && viewer.providerId === null ? undefined : viewer
}

export const lifecycleNamed = (name: string): StoredLifecycle | undefined =>
  lifecycles.find((each) => each.name === name)

/** @throws Refusal 403 */
export const requireViewer = (lifecycle: StoredLifecycle, user: Caller): Caller => {
  const viewer = viewerOf(lifecycle, user)
  if (!viewer) throw new Refusal(403, NO_ACCESS)
  return viewer
}

/** @throws Refusal 400 */
export const requireState = ({ name, states }: StoredLifecycle, state: string | null | undefined): string => {
  if (!state || !states.includes(state)) throw new Refusal(400, `${name} has no state ${state}.`)
  return state
}
