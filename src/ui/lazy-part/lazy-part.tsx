import { Alert, Button, Group } from '@mantine/core'
import { Component, type ComponentType, createElement, lazy, type ReactNode } from 'react'
import { loadScript, ScriptLoadError } from './load-script.ts'

interface State {
  readonly error: unknown
}

/** Says in place of a part of the page that its script did not load; any other error is left to the page. */
class PartBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!(error instanceof ScriptLoadError)) throw error
    return (
      <Alert color="yellow" variant="light" py="xs">
        <Group justify="space-between" gap="xs">
          This part of the page could not be loaded.
          <Button size="xs" variant="default" onClick={() => window.location.reload()}>
            Reload page
          </Button>
        </Group>
      </Alert>
    )
  }
}

/** A part of a page that loads when first shown: `lazyPart(async () => (await import('./the-chart.tsx')).TheChart)`. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await loadScript(load) }))
  return (props) => <PartBoundary>{createElement(Lazy, props)}</PartBoundary>
}
