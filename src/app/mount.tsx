import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import './page.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { aroundNavigation } from '#screens/leave-guard.ts'
import { ApiClientContext, SessionContext, SignedOutMachinesContext } from '#screens/provided.tsx'
import { ErrorBoundary } from '#ui/error-boundary/error-boundary.tsx'
import { App } from './app.tsx'
import { compose } from './compose.ts'
import type { RouteTable } from './route.ts'
import { cssVariables, theme } from './theme.ts'

/** Starts the portal in its page, with the screens of a route table. */
export const mount = (routes: RouteTable): void => {
  const apiBase = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content.replace(/\/$/, '') ?? ''
  const app = compose(apiBase)

  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no element with the id root')

  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <ErrorBoundary>
          <SessionContext value={app.session}>
            <SignedOutMachinesContext value={app.signedOutMachines}>
              <ApiClientContext value={app.client}>
                <Router aroundNav={aroundNavigation}>
                  <App app={app} routes={routes} />
                </Router>
              </ApiClientContext>
            </SignedOutMachinesContext>
          </SessionContext>
        </ErrorBoundary>
      </MantineProvider>
    </StrictMode>,
  )
}
