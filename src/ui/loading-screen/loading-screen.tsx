import { Loader, Stack } from '@mantine/core'

/** Shown while a screen's code loads. */
export const LoadingScreen = () => (
  <Stack align="center" py={120}>
    <Loader size="sm" aria-label="Loading" />
  </Stack>
)
