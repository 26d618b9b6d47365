import { Text, Title } from '@mantine/core'
import { useSession } from '#screens/provided.tsx'

export const HomeScreen = () => {
  const { userName } = useSession()
  return (
    <>
      <Title order={1}>Home Page</Title>
      <Text c="dimmed">Signed in as {userName}.</Text>
    </>
  )
}
