import { Badge, Button, Stack, Text, Title } from '@mantine/core'
import type { HandOverRecord } from '#contract/hand-over.ts'
import { formatDate, formatInstant } from '#domain/time.ts'
import { useSession } from '#screens/provided.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PagedRows } from '#ui/data-table/paged-rows.tsx'
import { IconArrowBackUp } from '#ui/icons/arrow-back-up.ts'
import type { PartProps } from './hand-over-school.tsx'
import { OtherColleague } from './hand-over-undo.tsx'
import { handedInWords, leftInWords, stateInWords } from './hand-over-words.ts'

const STATE_COLORS = { moved: 'green', partlyUndone: 'yellow', undone: 'gray' } as const

/** The provider's hand-overs so far, each with its way back. */
export const EarlierHandOvers = ({
  page,
  preview: { handOvers },
  isBusy,
}: Pick<PartProps, 'page' | 'preview' | 'isBusy'>) => {
  const { timeZone } = useSession()
  if (handOvers.length === 0) return null
  const whenOf = ({ at }: HandOverRecord) => formatInstant(at, timeZone)
  const columns: readonly Column<HandOverRecord>[] = [
    { key: 'when', title: 'When', isHeading: true, render: whenOf },
    { key: 'by', title: 'By', render: ({ by }) => by },
    { key: 'from', title: 'From', render: ({ fromDate }) => formatDate(fromDate) },
    {
      key: 'what',
      title: 'What',
      render: (record) => (
        <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
          <span>{handedInWords(record)}</span>
          {leftInWords(record).map(({ name, words, href }) => (
            <Text key={words} size="xs" c="dimmed">
              {words} <OtherColleague name={name} href={href} />
            </Text>
          ))}
        </Stack>
      ),
    },
    {
      key: 'state',
      title: 'State',
      render: (record) => (
        <div>
          <Badge color={STATE_COLORS[record.state]} variant="dot" tt="none">
            {stateInWords(record)}
          </Badge>
          {record.undoneAt !== null && (
            <Text size="xs" c="dimmed">
              {formatInstant(record.undoneAt, timeZone)}, {record.undoneBy}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'undo',
      title: 'Action',
      render: (record) =>
        record.state !== 'undone' && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-label={`Undo the hand-over of ${whenOf(record)}: ${handedInWords(record)}`}
            disabled={isBusy}
            onClick={() => page.send({ type: 'undo.ask', id: record.id })}
          >
            Undo
          </Button>
        ),
    },
  ]
  return (
    <Stack gap="xs" component="section" aria-labelledby="hand-over-earlier">
      <Title order={2} id="hand-over-earlier">
        Earlier Hand-Overs
      </Title>
      <PagedRows
        ariaLabel="Earlier Hand-Overs"
        columns={columns}
        rows={handOvers}
        keyOf={({ id }) => id}
        emptyText=""
      />
    </Stack>
  )
}
