/**
 * The dialog "Assign Permission To" (spec 1, sections 2 and 4): loads the roles of a screen, and saves which of them may
 * open it. Before administrators take this page from their own role, they are asked.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { ListedPermission, RoleMapping } from '#contract/permissions.ts'
import { formMessages } from '#domain/form-messages.ts'
import type { RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import { hasMessage, isStale, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

/** The screen whose roles the dialog shows. */
export type AssignedScreen = Pick<ListedPermission, 'id' | 'screen' | 'name'>

export interface RolesToSave {
  readonly id: number
  /** The roles as they were loaded. */
  readonly roles: readonly RoleMapping[]
  /** Those that may open the screen from now on. */
  readonly roleIds: readonly number[]
}

interface PermissionsContext {
  /** The user's own role. */
  readonly roleName: RoleName
  readonly screen: AssignedScreen | undefined
  readonly roles: readonly RoleMapping[]
  readonly roleIds: readonly number[]
  /** The server's message: of the result, or why it refused. */
  readonly message: string | undefined
}

export type PermissionsEvent =
  | { type: 'dialog.open'; screen: AssignedScreen }
  | { type: 'dialog.close' }
  | { type: 'roles.retry' }
  | { type: 'roles.submit'; roleIds: readonly number[] }
  | { type: 'loss.confirm' }
  | { type: 'loss.cancel' }
  | { type: 'failure.dismiss' }
  /** OK on the result. */
  | { type: 'result.dismiss' }

/** The list of screens is out of date. */
export interface PermissionsUpdated {
  type: 'permissions.updated'
}

const OWN_SCREEN: ScreenKey = 'Permissions'

/** Whether these roles leave the user without this page. */
const losesPage = (
  { screen, roles, roleName }: Pick<PermissionsContext, 'screen' | 'roles' | 'roleName'>,
  roleIds: readonly number[],
): boolean =>
  screen?.screen === OWN_SCREEN &&
  roles.some(({ id, name, isActive }) => isActive && name === roleName && !roleIds.includes(id))

const opened = ({ screen }: Pick<PermissionsContext, 'screen'>): AssignedScreen => {
  if (screen === undefined) throw new Error('The dialog has not been opened')
  return screen
}

export const permissionsMachine = setup({
  types: {
    context: {} as PermissionsContext,
    events: {} as PermissionsEvent,
    input: {} as Pick<PermissionsContext, 'roleName'>,
    emitted: {} as PermissionsUpdated,
    tags: {} as Tag,
  },
  actors: {
    loadRoles: notProvided<RoleMapping[], { id: number }>('loadRoles'),
    saveRoles: notProvided<{ message: string }, RolesToSave>('saveRoles'),
  },
  guards: {
    hasMessage,
    isStale,
    losesOwnPage: ({ context, event }) => {
      assertEvent(event, 'roles.submit')
      return losesPage(context, event.roleIds)
    },
  },
  actions: {
    takeScreen: assign(({ event }) => {
      assertEvent(event, 'dialog.open')
      return { screen: event.screen, roles: [], roleIds: [], message: undefined }
    }),
    keepRoles: assign((_, { roles }: { roles: readonly RoleMapping[] }) => ({ roles })),
    takeChoice: assign(({ event }) => {
      assertEvent(event, 'roles.submit')
      return { roleIds: event.roleIds }
    }),
    keepResult: assign((_, { message }: { message: string }) => ({ message })),
    keepFailure: assign({ message: messageOf }),
    sayKept: assign(({ context }) => ({ message: `${context.message}\n\n${formMessages.kept}` })),
    clearMessage: assign({ message: undefined }),
    announceUpdated: emit({ type: 'permissions.updated' }),
  },
}).createMachine({
  id: 'permissions',
  description: 'The dialog that decides which roles may open a screen.',
  context: ({ input: { roleName } }) => ({ roleName, screen: undefined, roles: [], roleIds: [], message: undefined }),
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is closed.',
      on: { 'dialog.open': { target: 'loading', actions: 'takeScreen' } },
    },
    loading: {
      description: 'The dialog is open; the roles are loading.',
      tags: 'busy',
      invoke: {
        id: 'loadRoles',
        src: 'loadRoles',
        input: ({ context }) => ({ id: opened(context).id }),
        onDone: {
          target: 'choosing',
          actions: { type: 'keepRoles', params: ({ event }) => ({ roles: event.output }) },
        },
        onError: { target: 'unread', actions: 'keepFailure' },
      },
      on: { 'dialog.close': 'closed' },
    },
    unread: {
      description: 'The roles could not be loaded; the user can try again.',
      tags: 'failed',
      on: { 'roles.retry': { target: 'loading', actions: 'clearMessage' }, 'dialog.close': 'closed' },
    },
    choosing: {
      description: 'The user checks the roles that may open the screen.',
      tags: 'editable',
      on: {
        'roles.submit': [
          { guard: 'losesOwnPage', target: 'confirmingLoss', actions: 'takeChoice' },
          { target: 'saving', actions: 'takeChoice' },
        ],
        'dialog.close': 'closed',
      },
    },
    confirmingLoss: {
      description: 'The user is about to lose this page and is asked to confirm.',
      on: { 'loss.confirm': 'saving', 'loss.cancel': 'choosing' },
    },
    saving: {
      description: 'The roles are being saved; the buttons are disabled.',
      tags: 'busy',
      invoke: {
        id: 'saveRoles',
        src: 'saveRoles',
        input: ({ context }) => ({ id: opened(context).id, roles: context.roles, roleIds: context.roleIds }),
        onDone: { target: 'saved', actions: { type: 'keepResult', params: ({ event }) => event.output } },
        onError: [
          { guard: 'isStale', target: 'rereading', actions: 'keepFailure' },
          { guard: 'hasMessage', target: 'failed', actions: 'keepFailure' },
          { target: 'choosing' },
        ],
      },
    },
    rereading: {
      description: 'Someone else changed the roles. The latest version is loading; saving again will overwrite it.',
      tags: 'busy',
      invoke: {
        id: 'rereadRoles',
        src: 'loadRoles',
        input: ({ context }) => ({ id: opened(context).id }),
        onDone: {
          target: 'failed',
          actions: [{ type: 'keepRoles', params: ({ event }) => ({ roles: event.output }) }, 'sayKept'],
        },
        onError: { target: 'failed' },
      },
    },
    failed: {
      description: 'The server refused; its message shows until OK. The choice stays.',
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'choosing', actions: 'clearMessage' } },
    },
    saved: {
      description: "The roles are saved; the server's message shows until OK, then the list reloads.",
      on: { 'result.dismiss': { target: 'closed', actions: ['clearMessage', 'announceUpdated'] } },
    },
  },
})

export type PermissionsSnapshot = SnapshotFrom<typeof permissionsMachine>
