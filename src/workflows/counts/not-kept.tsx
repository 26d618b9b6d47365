import { Anchor, List, Stack, Text } from '@mantine/core'
import { catalog } from '#workflows/catalog.ts'

/** Shown for a workflow that only runs in the browser; links to those that are stored. */
export const NotKept = ({
  kept,
  onOpen,
}: {
  readonly kept: readonly string[]
  readonly onOpen: (name: string) => void
}) => (
  <Stack gap="xs">
    <Text fz="sm">This workflow is not stored on the server: it only runs in the browser.</Text>
    <Text fz="sm">Workflows with counts:</Text>
    <List size="sm">
      {catalog
        .filter(({ name }) => kept.includes(name))
        .map(({ name, title }) => (
          <List.Item key={name}>
            <Anchor component="button" type="button" inherit ta="start" onClick={() => onOpen(name)}>
              {title}
            </Anchor>
          </List.Item>
        ))}
    </List>
  </Stack>
)
