import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import './page.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SessionContext, SignedOutMachinesContext } from '#screens/provided.tsx'
import { ErrorBoundary } from '#ui/error-boundary/error-boundary.tsx'
import { App } from './app.tsx'
import { compose } from './compose.ts'
import { keepPaperLight } from './light-on-paper.ts'
import { cssVariables, theme } from './theme.ts'

const apiBase = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content.replace(/\/$/, '') ?? ''
const house = compose(apiBase)

keepPaperLight()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with ID root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <SessionContext value={house.session}>
          <SignedOutMachinesContext value={house.signedOutMachines}>
            <App house={house} />
          </SignedOutMachinesContext>
        </SessionContext>
      </ErrorBoundary>
    </MantineProvider>
  </StrictMode>,
)
