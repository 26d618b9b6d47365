/** The root component: the session decides between the signed-out pages and the shell, the guard picks the screen. */
import { useSelector } from '@xstate/react'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { matchRoute, Redirect, useLocation, useRouter } from 'wouter'
import type { SnapshotFrom } from 'xstate'
import { mayOpen, type sessionMachine, userOf } from '#machines/session/session.machine.ts'
import { type SessionActor, SignedInUserContext } from '#screens/provided.tsx'
import { loadScript } from '#ui/lazy-part/load-script.ts'
import { LoadingScreen } from '#ui/loading-screen/loading-screen.tsx'
import type { House } from './compose.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { judge, type Visitor } from './guard.ts'
import { dropReturn, keepReturn, returnOf } from './return-to.ts'
import type { Route } from './route.ts'
import { SignedOutFrame } from './signed-out-frame.tsx'
import { VerdictScreen } from './verdict-screen.tsx'

const Shell = lazy(async () => ({ default: (await loadScript(() => import('./shell.tsx'))).Shell }))
const ExpiredDialog = lazy(async () => ({
  default: (await loadScript(() => import('./expired-dialog.tsx'))).ExpiredDialog,
}))

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

/** The screen stays mounted under the expiry dialog. */
const selectInside = (snapshot: SessionSnapshot) =>
  snapshot.matches('signedIn') || snapshot.matches('expired') ? snapshot.context.session : null
const selectIsBetween = (snapshot: SessionSnapshot) => snapshot.matches('restoring') || snapshot.matches('signingOut')
const selectIsExpired = (snapshot: SessionSnapshot) => snapshot.matches('expired')
const selectEndReason = ({ context }: SessionSnapshot) => context.endReason
const selectIsAccessLost = (snapshot: SessionSnapshot) => snapshot.matches({ signedIn: { access: 'unknown' } })
const selectAccess = (snapshot: SessionSnapshot) => snapshot.context.userAccess

const here = () => window.location.pathname + window.location.search

/** Navigates or reloads the page when the session machine asks for it. */
const useSessionMoves = (session: SessionActor) => {
  const [, navigate] = useLocation()
  useEffect(() => {
    const moves = [
      session.on('session.closed', () => navigate('/', { replace: true })),
      session.on('session.forcedOut', () => navigate('/login?forcedLogout=true', { replace: true })),
      session.on('session.reload', () => window.location.reload()),
      session.on('session.left', ({ userId }) => keepReturn(userId, here())),
    ]
    return () => {
      for (const move of moves) move.unsubscribe()
    }
  }, [session, navigate])
}

/** The rows of the route table that match the URL, in table order. */
const useMatchingRoutes = (routes: readonly Route[]) => {
  const [path] = useLocation()
  const { parser } = useRouter()
  return useMemo(() => routes.filter((route) => matchRoute(parser, route.path, path)[0]), [parser, routes, path])
}

interface Props {
  readonly house: House
  readonly routes: readonly Route[]
}

const Page = ({ house, routes }: Props) => {
  const session = useSelector(house.session, selectInside)
  const isBetween = useSelector(house.session, selectIsBetween)
  const userAccess = useSelector(house.session, selectAccess)
  const isAccessLost = useSelector(house.session, selectIsAccessLost)
  const matching = useMatchingRoutes(routes)
  const user = useMemo(() => (session ? userOf(session) : undefined), [session])
  const visitor = useMemo<Visitor | undefined>(
    () =>
      user && {
        roleName: user.roleName,
        mustAddFactor: user.mustAddFactor,
        mayOpen: (key) => mayOpen(userAccess, key),
      },
    [user, userAccess],
  )
  const verdict = isBetween ? undefined : judge(matching, visitor)
  const [path] = useLocation()
  const kept = user && path === '/login' ? returnOf(user.userId) : undefined
  const isInside = user !== undefined && path !== '/login'
  useEffect(() => {
    if (isInside) dropReturn()
  }, [isInside])
  if (verdict === undefined) return <LoadingScreen />
  if (verdict.kind === 'redirect') return <Redirect to={kept ?? verdict.to} replace />
  if (!user || !visitor) {
    return (
      <SignedOutFrame>
        <VerdictScreen verdict={verdict} />
      </SignedOutFrame>
    )
  }
  return (
    <SignedInUserContext value={user}>
      <Suspense fallback={<LoadingScreen />}>
        <Shell house={house} routes={routes} visitor={visitor}>
          <VerdictScreen
            verdict={verdict}
            onRetryAccess={isAccessLost ? () => house.session.send({ type: 'access.retry' }) : undefined}
          />
        </Shell>
      </Suspense>
    </SignedInUserContext>
  )
}

export const App = ({ house, routes }: Props) => {
  useSessionMoves(house.session)
  const isExpired = useSelector(house.session, selectIsExpired)
  const endReason = useSelector(house.session, selectEndReason)
  const acknowledge = () => {
    const { session } = house.session.getSnapshot().context
    if (session) keepReturn(session.userId, here())
    house.session.send({ type: 'expiry.acknowledge' })
  }
  return (
    <>
      <Page house={house} routes={routes} />
      <ConnectionBanner connection={house.connection} />
      <Suspense>{isExpired && <ExpiredDialog reason={endReason} onAcknowledge={acknowledge} />}</Suspense>
    </>
  )
}
