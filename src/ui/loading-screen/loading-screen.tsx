import { Center, Loader } from '@mantine/core'

/** While a screen's code is on its way. */
export const LoadingScreen = () => (
  <Center py={120}>
    <Loader size="sm" aria-label="Loading" />
  </Center>
)
