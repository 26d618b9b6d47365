/**
 * What app/ provides to screens: the API for generic pages, workflows with custom actors, and the session. Screens import
 * neither services nor app.
 */
import { createContext, type RefObject, useContext } from 'react'
import type { ActorRefFrom, AnyStateMachine } from 'xstate'
import type { z } from 'zod'
import type { ApiClient, DownloadedFile } from '#contract/api-client.ts'
import type { LiveChange } from '#contract/live.ts'
import type { CreationOptions, NewPasskey } from '#contract/second-factor.ts'
import type { RoleName } from '#domain/roles.ts'
import type { DraftMachine, DraftPlace } from '#machines/common/draft.machine.ts'
import type { RememberPages } from '#machines/common/page-memory.ts'
import type { Provisions } from '#machines/common/provisions.ts'
import type { UnreadActor } from '#machines/notifications/unread.machine.ts'
import type { SignedInUser, sessionMachine } from '#machines/session/session.machine.ts'
import type { signInMachine } from '#machines/session/sign-in.machine.ts'

/** What generic pages need. */
export interface PageApi {
  readonly client: ApiClient
  readonly rememberPages: RememberPages
  /** Downloads a file in the browser. */
  readonly saveFile: (file: DownloadedFile) => void
  /** Has the authenticator make a passkey. @throws ApiError that says what went wrong */
  readonly createPasskey: (options: CreationOptions) => Promise<NewPasskey>
  readonly hasDraft: (place: DraftPlace) => boolean
  /** @param content the schema of the form's contents */
  readonly draftMachine: <Content>(content: z.ZodType<Content>) => DraftMachine<Content>
}

export const PageApiContext = createContext<PageApi | undefined>(undefined)

export const usePageApi = (): PageApi => {
  const api = useContext(PageApiContext)
  if (api === undefined) throw new Error('usePageApi outside of the app')
  return api
}

export const ProvisionsContext = createContext<Provisions>(new Map())

/**
 * A workflow with the actors that its area provides (src/services/<area>/…-workflows.ts). The route's row in
 * app/route-table.ts names the areas that the screen needs.
 */
export const useProvided = <Machine extends AnyStateMachine>(machine: Machine): Machine => {
  const provided = useContext(ProvisionsContext).get(machine)
  if (provided === undefined) throw new Error(`No area of this route provides ${machine.id}`)
  // Provisions map each machine to the same machine with other actors.
  return provided as Machine
}

/** For pages that a signed-out user can open; others have `usePageApi`. */
export const ApiClientContext = createContext<ApiClient | undefined>(undefined)

export const useApiClient = (): ApiClient => {
  const client = useContext(ApiClientContext)
  if (client === undefined) throw new Error('useApiClient outside of the app')
  return client
}

/** The machines of the signed-out pages, which load without the rest of the app. */
export interface SignedOutMachines {
  readonly signIn: typeof signInMachine
}

export const SignedOutMachinesContext = createContext<SignedOutMachines | undefined>(undefined)

export const useSignedOutMachine = <Name extends keyof SignedOutMachines>(name: Name): SignedOutMachines[Name] => {
  const machines = useContext(SignedOutMachinesContext)
  if (machines === undefined) throw new Error('useSignedOutMachine outside of the app')
  return machines[name]
}

/** The bell's machine, for pages on which notifications are read; null until the bell has loaded. */
export const UnreadContext = createContext<RefObject<UnreadActor | null>>({ current: null })

export interface LiveListener {
  readonly onChanges: (changes: readonly LiveChange[]) => void
  /** Anything may have changed. */
  readonly onReset: () => void
  /** Nothing was missed, but what was read shortly before may have failed. */
  readonly onResume: () => void
}

/** What others change, as far as this browser hears of it. */
export interface LiveNewsFeed {
  /** @returns a function that stops listening */
  readonly listen: (listener: LiveListener) => () => void
  /** Whether a call of this page made the change: it has read what it shows since. */
  readonly isOwn: (change: LiveChange) => boolean
}

/** Without it, pages hear of nothing. */
export const LiveContext = createContext<LiveNewsFeed>({ listen: () => () => undefined, isOwn: () => false })

export type SessionActor = ActorRefFrom<typeof sessionMachine>

export const SessionContext = createContext<SessionActor | undefined>(undefined)

/** The running session machine, for the shell and the sign-in pages. */
export const useSessionActor = (): SessionActor => {
  const actor = useContext(SessionContext)
  if (actor === undefined) throw new Error('useSessionActor outside of the app')
  return actor
}

/** Set around the screens of a signed-in user. */
export const SignedInUserContext = createContext<SignedInUser | undefined>(undefined)

/** The signed-in user; throws when signed out. */
export const useSession = (): SignedInUser => {
  const user = useContext(SignedInUserContext)
  if (user === undefined) throw new Error('useSession without a signed-in user')
  return user
}

/** By screen key: the roles that have a route to the screen. */
export type ScreenRoles = ReadonlyMap<string, readonly RoleName[]>

export const ScreenRolesContext = createContext<ScreenRoles>(new Map())

/** The roles for which a screen's key opens anything; undefined if that is not known. */
export const useRolesOfScreen = (key: string | undefined): readonly RoleName[] | undefined =>
  useContext(ScreenRolesContext).get(key ?? '')
