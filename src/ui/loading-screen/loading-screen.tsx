import { Loader, Stack, VisuallyHidden } from '@mantine/core'

/** Shown while a screen's code loads. */
export const LoadingScreen = () => (
  <Stack align="center" py={120} role="status" aria-label="Loading">
    <Loader size="sm" aria-hidden />
    <VisuallyHidden>Loading…</VisuallyHidden>
  </Stack>
)
