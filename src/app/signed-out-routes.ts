import { lazyScreen } from './lazy-screen.tsx'
import type { Route } from './route.ts'

/** The rows of the route table that the sign-in page loads. */
export const SIGNED_OUT_ROUTES: readonly Route[] = [
  {
    path: '/login',
    title: 'Login',
    audience: 'signedOut',
    screen: lazyScreen(() => import('#screens/session/sign-in-screen.tsx'), 'SignInScreen'),
  },
  {
    path: '/reset-password/:token',
    title: 'Choose a New Password',
    audience: 'signedOut',
    screen: lazyScreen(() => import('#screens/session/recover-password-screen.tsx'), 'RecoverPasswordScreen'),
  },
  {
    path: '/invitation/:token',
    title: 'Welcome to Homeroom',
    audience: 'signedOut',
    screen: lazyScreen(() => import('#screens/session/invitation-screen.tsx'), 'InvitationScreen'),
  },
]
