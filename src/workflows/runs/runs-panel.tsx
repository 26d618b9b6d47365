import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { useProvided } from '#screens/provided.tsx'
import { useDownloadMachine } from '#screens/use-download.tsx'
import { FileDrop } from '#ui/file-drop/file-drop.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconDownload } from '#ui/icons/download.ts'
import { IconTrash } from '#ui/icons/trash.ts'
import { NameForm } from '#workflows/name-form.tsx'
import { type RunSource, runFileMachine, type SavedRun } from './recorded-run.ts'
import type { RecordedRunsSnapshot, recordedRunsMachine } from './recorded-runs.machine.ts'

const select = (snapshot: RecordedRunsSnapshot) => snapshot

/** Saves the listed steps, and opens saved runs and files for replay. */
export const RunsPanel = ({
  runs: actor,
  source,
  onReplay,
}: {
  readonly runs: ActorRefFrom<typeof recordedRunsMachine>
  /** Undefined if there are no steps. */
  readonly source: RunSource | undefined
  readonly onReplay: (run: SavedRun) => void
}) => {
  const snapshot = useSelector(actor, select)
  const { runs, problem } = snapshot.context
  const isNaming = snapshot.matches('naming') || snapshot.matches('saving')
  const file = useDownloadMachine(useProvided(runFileMachine), 'Download')
  return (
    <Stack gap="xs" component="section" aria-label="Recorded runs">
      <Text component="h3" fw={600}>
        Recorded runs
      </Text>
      {!isNaming && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            disabled={!source || !snapshot.can({ type: 'name.ask' })}
            onClick={() => actor.send({ type: 'name.ask' })}
          >
            Save run
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={!source || file.isRunning}
            onClick={() => source && file.start({ name: `${source.title} run`, source })}
          >
            Download run
          </Button>
        </Group>
      )}
      {isNaming && source && (
        <NameForm
          problem={problem}
          isSaving={snapshot.hasTag('busy')}
          onEdit={() => actor.send({ type: 'name.change' })}
          onSave={(name) => actor.send({ type: 'run.save', name, source })}
          onCancel={() => actor.send({ type: 'name.cancel' })}
        />
      )}
      {runs.length === 0 ? (
        <Text fz="sm" c="dimmed">
          None saved yet. Runs are saved in this browser, with names, notes and other text masked.
        </Text>
      ) : (
        <Stack gap={2} component="ul" m={0} p={0} aria-label="Saved runs" style={{ listStyle: 'none' }}>
          {runs.map(({ name, run }) => (
            <Group key={name} component="li" justify="space-between" wrap="nowrap">
              <span>
                <Anchor component="button" type="button" fz="sm" ta="start" onClick={() => onReplay({ name, run })}>
                  {name}
                </Anchor>
                <Text fz="xs" c="dimmed">
                  {`${run.title}, ${run.steps.length === 1 ? '1 step' : `${run.steps.length} steps`}`}
                </Text>
              </span>
              <Group gap={2} wrap="nowrap">
                <IconAction
                  icon={IconDownload}
                  label={`Download ${name}`}
                  tooltip="Download"
                  disabled={file.isRunning}
                  onClick={() => file.start({ name, run })}
                />
                <IconAction
                  icon={IconTrash}
                  label={`Delete ${name}`}
                  tooltip="Delete"
                  disabled={!snapshot.can({ type: 'run.delete', name })}
                  onClick={() => actor.send({ type: 'run.delete', name })}
                />
              </Group>
            </Group>
          ))}
        </Stack>
      )}
      <FileDrop
        label="Open a run from a file"
        description="A file downloaded here or by someone else, up to 4 MB."
        endings={['.json']}
        file={undefined}
        error={isNaming ? undefined : problem}
        disabled={snapshot.hasTag('busy')}
        onChoose={(chosen) => actor.send({ type: 'file.open', file: chosen })}
        onRemove={() => undefined}
      />
      {file.failure}
    </Stack>
  )
}
