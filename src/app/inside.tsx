/** The signed-in part of the app, which loads with the whole route table: shell, guard and screen. */
import { MantineThemeProvider } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { SnapshotFrom } from 'xstate'
import { mayOpen, type SignedInUser, type sessionMachine } from '#machines/session/session.machine.ts'
import { BackToCloseOut } from '#screens/billing/back-to-close-out.tsx'
import type { AppServices } from './compose.ts'
import { judge, type Visitor } from './guard.ts'
import { dropReturn, returnOf } from './kept-return.ts'
import type { Route } from './route.ts'
import { selectFilter } from './select-filter.ts'
import { Shell } from './shell.tsx'
import { useMatchingRoutes } from './use-matching-routes.ts'
import { VerdictScreen } from './verdict-screen.tsx'

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

const selectIsAccessLost = (snapshot: SessionSnapshot) => snapshot.matches({ signedIn: { access: 'unknown' } })
const selectAccess = (snapshot: SessionSnapshot) => snapshot.context.userAccess

export interface InsideProps {
  readonly app: AppServices
  readonly user: SignedInUser
}

export const Inside = ({ app, user, routes }: InsideProps & { readonly routes: readonly Route[] }) => {
  const userAccess = useSelector(app.session, selectAccess)
  const isAccessLost = useSelector(app.session, selectIsAccessLost)
  const matching = useMatchingRoutes(routes)
  const visitor = useMemo<Visitor>(
    () => ({
      roleName: user.roleName,
      mustAddFactor: user.mustAddFactor,
      mayOpen: (key) => mayOpen(userAccess, key),
    }),
    [user, userAccess],
  )
  const verdict = judge(matching, visitor)
  const [path] = useLocation()
  const kept = path === '/login' ? returnOf(user.userId) : undefined
  const isInside = path !== '/login'
  useEffect(() => {
    if (isInside) dropReturn()
  }, [isInside])
  if (verdict.kind === 'redirect') return <Redirect to={kept ?? verdict.to} replace />
  return (
    <MantineThemeProvider theme={selectFilter} inherit>
      <Shell app={app} routes={routes} visitor={visitor}>
        <BackToCloseOut />
        <VerdictScreen
          verdict={verdict}
          onRetryAccess={isAccessLost ? () => app.session.send({ type: 'access.retry' }) : undefined}
        />
      </Shell>
    </MantineThemeProvider>
  )
}
