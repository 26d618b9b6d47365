/** The root component: the session decides between the signed-out pages and the signed-in part. */
import { useSelector } from '@xstate/react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Redirect, useLocation, useRouter } from 'wouter'
import type { SnapshotFrom } from 'xstate'
import { addressInMail } from '#domain/mail-address.ts'
import { type sessionMachine, userOf } from '#machines/session/session.machine.ts'
import { type SessionActor, SignedInUserContext } from '#screens/provided.tsx'
import { loadScript } from '#ui/lazy-part/load-script.ts'
import { LoadingScreen } from '#ui/loading-screen/loading-screen.tsx'
import type { AppServices } from './compose.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { judge } from './guard.ts'
import type { InsideProps } from './inside.tsx'
import { keepReturn } from './return-to.ts'
import type { Route, RouteTable } from './route.ts'
import { SignedOutFrame } from './signed-out-frame.tsx'
import { matchingRoutes, useMatchingRoutes } from './use-matching-routes.ts'
import { VerdictScreen } from './verdict-screen.tsx'

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

interface Props {
  readonly app: AppServices
  readonly routes: RouteTable
}

/** Loads the shell and the route table at once. */
const loadInside = (loadAll: RouteTable['loadAll']) =>
  loadScript(() => Promise.all([import('./inside.tsx'), loadAll()]))

const lazyInside = (loadAll: RouteTable['loadAll']) =>
  lazy(async () => {
    const [{ Inside }, routes] = await loadInside(loadAll)
    return { default: (props: InsideProps) => <Inside {...props} routes={routes} /> }
  })

interface OutsideProps {
  readonly routes: readonly Route[]
  /** The page of an email that was opened; undefined once someone has been signed in. */
  readonly asked: string | undefined
}

const Outside = ({ routes, asked }: OutsideProps) => {
  const verdict = judge(useMatchingRoutes(routes), undefined)
  const isSentAway = verdict.kind === 'redirect'
  useEffect(() => {
    if (isSentAway && asked !== undefined) keepReturn(null, asked)
  }, [isSentAway, asked])
  if (verdict.kind === 'redirect') return <Redirect to={verdict.to} replace />
  return (
    <SignedOutFrame>
      <VerdictScreen verdict={verdict} />
    </SignedOutFrame>
  )
}

const Page = ({ app, routes: { signedOut, loadAll } }: Props) => {
  const session = useSelector(app.session, selectInside)
  const isBetween = useSelector(app.session, selectIsBetween)
  const user = useMemo(() => (session ? userOf(session) : undefined), [session])
  const Inside = useMemo(() => lazyInside(loadAll), [loadAll])
  const [asked, setAsked] = useState(() => addressInMail(here()))
  // The next user of this browser must not land on the page that the last one had opened.
  if (user && asked !== undefined) setAsked(undefined)
  const { parser } = useRouter()
  useEffect(() => {
    if (!isBetween) return
    // While the stored session is read, which takes a script of its own. Rows with one path differ in roles and share their
    // scripts. What does not load is reported when it is shown.
    const prefetch = async () => {
      const [, all] = await loadInside(loadAll)
      matchingRoutes(all, window.location.pathname, parser)[0]?.screen.prefetch()
    }
    prefetch().catch(() => undefined)
  }, [isBetween, loadAll, parser])
  if (isBetween) return <LoadingScreen />
  if (!user) return <Outside routes={signedOut} asked={asked} />
  return (
    <SignedInUserContext value={user}>
      <Suspense fallback={<LoadingScreen />}>
        <Inside app={app} user={user} />
      </Suspense>
    </SignedInUserContext>
  )
}

export const App = ({ app, routes }: Props) => {
  useSessionMoves(app.session)
  const isExpired = useSelector(app.session, selectIsExpired)
  const endReason = useSelector(app.session, selectEndReason)
  const acknowledge = () => {
    const { session } = app.session.getSnapshot().context
    if (session) keepReturn(session.userId, here())
    app.session.send({ type: 'expiry.acknowledge' })
  }
  return (
    <>
      <Page app={app} routes={routes} />
      <ConnectionBanner connection={app.connection} />
      <Suspense>{isExpired && <ExpiredDialog reason={endReason} onAcknowledge={acknowledge} />}</Suspense>
    </>
  )
}
