/** The page as a whole: the session decides between the pages before sign-in and the shell, the guard which screen. */
import { useSelector } from '@xstate/react'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { matchRoute, Redirect, useLocation, useRouter } from 'wouter'
import type { SnapshotFrom } from 'xstate'
import { mayOpen, type sessionMachine, userOf } from '#machines/session/session.machine.ts'
import { type SessionActor, SignedInUserContext } from '#screens/provided.tsx'
import { LoadingScreen } from '#ui/loading-screen/loading-screen.tsx'
import type { House } from './compose.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { judge, type Visitor } from './guard.ts'
import type { Route } from './route.ts'
import { SignedOutFrame } from './signed-out-frame.tsx'
import { VerdictScreen } from './verdict-screen.tsx'

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }))
const ExpiredDialog = lazy(async () => ({ default: (await import('./expired-dialog.tsx')).ExpiredDialog }))

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

/** While the expiry dialog stands, the screen under it stays. */
const selectInside = (snapshot: SessionSnapshot) =>
  snapshot.matches('signedIn') || snapshot.matches('expired') ? snapshot.context.session : null
const selectIsBetween = (snapshot: SessionSnapshot) => snapshot.matches('restoring') || snapshot.matches('signingOut')
const selectIsExpired = (snapshot: SessionSnapshot) => snapshot.matches('expired')
const selectIsAccessLost = (snapshot: SessionSnapshot) => snapshot.matches({ signedIn: { access: 'unknown' } })
const selectAccess = (snapshot: SessionSnapshot) => snapshot.context.userAccess

/** The session's words to the page: where to go, when to reload. */
const useSessionMoves = (session: SessionActor) => {
  const [, navigate] = useLocation()
  useEffect(() => {
    const moves = [
      session.on('session.closed', () => navigate('/', { replace: true })),
      session.on('session.forcedOut', () => navigate('/login?forcedLogout=true', { replace: true })),
      session.on('session.reload', () => window.location.reload()),
    ]
    return () => {
      for (const move of moves) move.unsubscribe()
    }
  }, [session, navigate])
}

/** The rows of the route table that fit the address, in its order. */
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
    () => user && { roleName: user.roleName, mayOpen: (key) => mayOpen(userAccess, key) },
    [user, userAccess],
  )
  if (isBetween) return <LoadingScreen />
  const verdict = judge(matching, visitor)
  if (verdict.kind === 'redirect') return <Redirect to={verdict.to} replace />
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
  return (
    <>
      <Page house={house} routes={routes} />
      <ConnectionBanner connection={house.connection} />
      <Suspense>
        {isExpired && <ExpiredDialog onAcknowledge={() => house.session.send({ type: 'expiry.acknowledge' })} />}
      </Suspense>
    </>
  )
}
