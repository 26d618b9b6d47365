import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconTrash } from '#ui/icons/trash.ts'
import { NameForm } from '#workflows/name-form.tsx'
import { type SavedPathsSnapshot, savedPathsMachine } from './saved-paths.machine.ts'

const select = (snapshot: SavedPathsSnapshot) => snapshot

/** The paths through this workflow that are saved in this browser. */
export const SavedPaths = ({
  workflow,
  path,
  onOpen,
}: {
  readonly workflow: string
  /** The current path; undefined until a start is chosen. */
  readonly path: string | undefined
  readonly onOpen: (path: string) => void
}) => {
  const actor = useActorRef(useProvided(savedPathsMachine), { input: { workflow } })
  const snapshot = useSelector(actor, select)
  const { paths, problem } = snapshot.context
  const isNaming = snapshot.matches('naming') || snapshot.matches('saving')
  return (
    <Stack gap="xs" component="section" aria-label="Saved paths">
      <Group justify="space-between">
        <Text component="h3" fw={600}>
          Saved paths
        </Text>
        {!isNaming && path !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={!snapshot.can({ type: 'name.ask' })}
            onClick={() => actor.send({ type: 'name.ask' })}
          >
            Save this path
          </Button>
        )}
      </Group>
      {isNaming && path !== undefined && (
        <NameForm
          problem={problem}
          isSaving={snapshot.hasTag('busy')}
          onEdit={() => actor.send({ type: 'name.change' })}
          onSave={(name) => actor.send({ type: 'path.save', name, path })}
          onCancel={() => actor.send({ type: 'name.cancel' })}
        />
      )}
      {!isNaming && problem !== undefined && (
        <Text fz="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
      {paths.length === 0 && !isNaming && (
        <Text fz="sm" c="dimmed">
          None yet. Paths are saved in this browser.
        </Text>
      )}
      {paths.map((kept) => (
        <Group key={kept.name} justify="space-between" wrap="nowrap">
          <Anchor component="button" type="button" fz="sm" ta="start" onClick={() => onOpen(kept.path)}>
            {kept.name}
          </Anchor>
          <IconAction
            icon={IconTrash}
            label={`Delete ${kept.name}`}
            tooltip="Delete"
            disabled={!snapshot.can({ type: 'path.delete', name: kept.name })}
            onClick={() => actor.send({ type: 'path.delete', name: kept.name })}
          />
        </Group>
      ))}
    </Stack>
  )
}
