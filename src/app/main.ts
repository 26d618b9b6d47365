import { mount } from './mount.tsx'
import { SIGNED_OUT_ROUTES } from './signed-out-routes.ts'

mount({ signedOut: SIGNED_OUT_ROUTES, loadAll: async () => (await import('./route-table.ts')).ROUTES })
