import { Box, Button, Stack, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
}

interface State {
  readonly hasFailed: boolean
}

/** Keeps a screen's failure to that screen: what stands around it goes on working, and the screen can be tried again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Stack role="alert" align="center" gap="xs" py={80} px="md" ta="center">
        <Title order={1}>Something went wrong here</Title>
        <Text c="dimmed">What you saved before is safe. Try again, or load the page anew.</Text>
        <Box
          display="flex"
          mt="sm"
          style={{ justifyContent: 'center', flexWrap: 'wrap', gap: 'var(--mantine-spacing-md)' }}
        >
          <Button onClick={() => this.setState({ hasFailed: false })}>Try again</Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            Load the page anew
          </Button>
        </Box>
      </Stack>
    )
  }
}
