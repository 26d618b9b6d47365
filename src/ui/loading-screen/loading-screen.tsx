import { Loader, Stack } from '@mantine/core'

/** While a screen's code is on its way. */
export const LoadingScreen = () => (
  <Stack align="center" py={120}>
    <Loader size="sm" aria-label="Loading" />
  </Stack>
)
