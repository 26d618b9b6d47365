import { Button, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, Suspense } from 'react'
import { Link, Route, useLocation } from 'wouter'
import { ErrorBoundary } from '#ui/error-boundary/error-boundary.tsx'
import { LoadingScreen } from '#ui/loading-screen/loading-screen.tsx'
import type { Verdict } from './guard.ts'

interface NoticeProps {
  readonly title: string
  readonly children: ReactNode
  /** Replaces the link to the Home Page with a retry button. */
  readonly onRetry?: () => void
}

const Notice = ({ title, children, onRetry }: NoticeProps) => {
  useDocumentTitle(`${title} · Homeroom`)
  return (
    <Stack align="center" gap="xs" py={80} px="md" ta="center">
      <Title order={1}>{title}</Title>
      <Text c="dimmed">{children}</Text>
      {onRetry ? (
        <Button mt="sm" onClick={onRetry}>
          Try again
        </Button>
      ) : (
        <Button component={Link} href="/" variant="default" mt="sm">
          Go to the Home Page
        </Button>
      )}
    </Stack>
  )
}

const Shown = ({ route }: { readonly route: Extract<Verdict, { kind: 'show' }>['route'] }) => {
  const [path] = useLocation()
  useDocumentTitle(`${route.title} · Homeroom`)
  const Screen = route.screen
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<LoadingScreen />}>
        <Route path={route.path}>
          <Screen />
        </Route>
      </Suspense>
    </ErrorBoundary>
  )
}

interface Props {
  readonly verdict: Exclude<Verdict, { kind: 'redirect' }>
  /** Set if the access list failed to load: retries it. */
  readonly onRetryAccess?: (() => void) | undefined
}

/** The screen chosen by the guard, or the reason there is none. */
export const VerdictScreen = ({ verdict, onRetryAccess }: Props) => {
  switch (verdict.kind) {
    case 'show':
      return <Shown route={verdict.route} />
    case 'wait':
      if (!onRetryAccess) return <LoadingScreen />
      return (
        <Notice title="Your permissions could not be loaded" onRetry={onRetryAccess}>
          They determine which pages you can open. Homeroom keeps trying.
        </Notice>
      )
    case 'denied':
      return <Notice title="You don't have access to this page">Ask an administrator if you need it.</Notice>
    case 'unknown':
      return <Notice title="Page not found">This page does not exist.</Notice>
  }
}
