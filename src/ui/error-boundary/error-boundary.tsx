import { Box, Button, Stack, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
}

interface State {
  readonly hasFailed: boolean
}

/** Contains a screen's crash: the rest of the page keeps working, and the user can retry. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Stack role="alert" align="center" gap="xs" py={80} px="md" ta="center">
        <Title order={1}>Something went wrong</Title>
        <Text c="dimmed">Your saved work is safe. Try again or reload the page.</Text>
        <Box
          display="flex"
          mt="sm"
          style={{ justifyContent: 'center', flexWrap: 'wrap', gap: 'var(--mantine-spacing-md)' }}
        >
          <Button onClick={() => this.setState({ hasFailed: false })}>Try again</Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            Reload page
          </Button>
        </Box>
      </Stack>
    )
  }
}
