import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { LetterRun } from '#contract/letters.ts'
import { counted } from '#domain/words.ts'
import { RunProgress } from '#screens/run-progress.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PagedRows } from '#ui/data-table/paged-rows.tsx'

type Letter = LetterRun['letters'][number]

const Outcome = ({ outcome, version, reason }: Letter) => {
  if (outcome === 'waiting') return 'Waiting'
  if (outcome === 'saved') {
    return (
      <Badge color="green" variant="dot" tt="none">
        {version === null || version === 1 ? 'Saved' : `Saved as version ${version}`}
      </Badge>
    )
  }
  return (
    <Text inherit c="red.9" component="span" style={{ overflowWrap: 'anywhere' }}>
      Not saved. {reason}
    </Text>
  )
}

const columns: readonly Column<Letter>[] = [
  { key: 'provider', title: 'Provider Name', isHeading: true, render: ({ providerName }) => <bdi>{providerName}</bdi> },
  { key: 'outcome', title: 'Letter', render: (letter) => <Outcome {...letter} /> },
]

/** Save, which had the focus, is gone. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

/** A long form may have been scrolled. */
const showProgress = (text: HTMLElement | null) => text?.scrollIntoView({ block: 'center' })

interface Props {
  readonly run: LetterRun
  readonly onClose: () => void
}

/** 'Assignment: 39 of 40 letters saved, 1 not saved' */
export const runInWords = ({ letters, documentName }: LetterRun): string => {
  const countOf = (wanted: Letter['outcome']) => letters.filter(({ outcome }) => outcome === wanted).length
  const failed = countOf('failed')
  return `${documentName}: ${countOf('saved')} of ${counted(letters.length, 'letter')} saved${failed > 0 ? `, ${failed} not saved` : ''}`
}

/** How far the server is with letters, and what became of each. */
export const LetterRunView = ({ run, onClose }: Props) => {
  const { letters, state, reason } = run
  const done = letters.filter(({ outcome }) => outcome !== 'waiting').length
  const hasFailed = state === 'failed' || letters.some(({ outcome }) => outcome === 'failed')
  const isRunning = state === 'running'
  return (
    <Stack gap="sm">
      <RunProgress
        value={(done / letters.length) * 100}
        color={isRunning ? 'blue' : hasFailed ? 'red' : 'green'}
        label="Letters that are done"
      />
      <Text role="status" ref={showProgress}>
        {runInWords(run)}
      </Text>
      {reason !== null && (
        <Alert color="red" variant="light">
          {reason}
        </Alert>
      )}
      <PagedRows
        ariaLabel="Letters"
        columns={columns}
        rows={letters}
        keyOf={({ providerId }) => providerId}
        emptyText=""
      />
      {isRunning && (
        <Text size="sm" c="dimmed">
          You can close this: the letters are saved in the meantime.
        </Text>
      )}
      <Group justify="flex-end">
        <Button ref={takeFocus} variant={isRunning ? 'default' : 'filled'} onClick={onClose}>
          {isRunning ? 'Close' : 'OK'}
        </Button>
      </Group>
    </Stack>
  )
}
