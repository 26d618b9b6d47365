import { examples } from '#machines/people/permissions.examples.ts'
import { permissionsMachine } from '#machines/people/permissions.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type PermissionsWorld, permissionsInBrowser } from './permissions.browser.ts'

modelTests<typeof permissionsMachine, PermissionsWorld>({
  name: 'people/permissions',
  machine: permissionsMachine,
  ...examples,
  project: ({ screen, roles, roleIds, message }) => ({
    screen: screen?.screen,
    roles: roles.map(({ id, isActive, entityCacheKey }) => [id, isActive, entityCacheKey]),
    roleIds,
    message,
  }),
  states: {
    loading: ({ context: { message } }) => {
      if (message !== undefined) throw new Error('an old message is still there')
    },
    choosing: ({ context: { roles } }) => {
      if (roles.length === 0) throw new Error('there are no roles to choose from')
    },
    confirmingLoss: ({ context: { screen, roleIds } }) => {
      if (screen?.screen !== 'Permissions' || roleIds.includes(1)) throw new Error('the user loses nothing')
    },
    failed: ({ context: { message } }) => {
      if (!message) throw new Error('nothing says why')
    },
    saved: ({ context: { message } }) => {
      if (!message) throw new Error('nothing says that it was saved')
    },
  },
  untried: {
    'loadRoles error: 409': 'Reading the roles changes nothing.',
    'rereadRoles error: 409': 'Reading the roles changes nothing.',
  },
  browser: permissionsInBrowser,
})
