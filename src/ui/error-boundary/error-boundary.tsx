import { Box, Button, Stack, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { ScriptLoadError } from '#ui/lazy-part/load-script.ts'

interface Props {
  readonly children: ReactNode
}

interface State {
  readonly hasFailed: boolean
  readonly isNotLoaded: boolean
}

/** Contains a screen's crash: the rest of the page keeps working, and the user can retry or, without its script, reload. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, isNotLoaded: false }

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: true, isNotLoaded: error instanceof ScriptLoadError }
  }

  override render() {
    const { hasFailed, isNotLoaded } = this.state
    if (!hasFailed) return this.props.children
    return (
      <Stack role="alert" align="center" gap="xs" py={80} px="md" ta="center">
        <Title order={1}>{isNotLoaded ? 'This page could not be loaded' : 'Something went wrong'}</Title>
        <Text c="dimmed">
          {isNotLoaded
            ? 'The server may be unavailable, or the portal has just been updated. Reload the page.'
            : 'Your saved work is safe. Try again or reload the page.'}
        </Text>
        <Box
          display="flex"
          mt="sm"
          style={{ justifyContent: 'center', flexWrap: 'wrap', gap: 'var(--mantine-spacing-md)' }}
        >
          {!isNotLoaded && (
            <Button onClick={() => this.setState({ hasFailed: false, isNotLoaded: false })}>Try again</Button>
          )}
          <Button variant={isNotLoaded ? 'filled' : 'default'} onClick={() => window.location.reload()}>
            Reload page
          </Button>
        </Box>
      </Stack>
    )
  }
}
