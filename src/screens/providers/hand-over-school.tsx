import { Checkbox, Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { HandOverColleague, HandOverItem, HandOverPreview } from '#contract/hand-over.ts'
import {
  type choiceOf,
  choosingForItem,
  choosingForSchool,
  type HandOverChoices,
  handOverMessages,
  idOfKey,
} from '#domain/hand-over.ts'
import { hasWords } from '#domain/name-key.ts'
import { capitalized } from '#domain/words.ts'
import type { HandOverActor } from '#machines/people/hand-over.machine.ts'
import { StudentLink } from '#screens/students/student-link.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PagedRows } from '#ui/data-table/paged-rows.tsx'
import { IconAlertTriangle } from '#ui/icons/alert-triangle.ts'
import { amountOf, clashInWords, notesOn, stayInWords, timesInWords } from './hand-over-words.ts'

export const STAYS = 'stays'

interface ColleagueOption {
  readonly value: string
  readonly label: string
}

const optionOf = (colleague: HandOverColleague): ColleagueOption => {
  const notes = notesOn(colleague)
  const label = notes.length > 0 ? `${colleague.name} (${notes.join(', ')})` : colleague.name
  return { value: String(colleague.id), label }
}

export const groupOf = (group: string, colleagues: readonly HandOverColleague[]) =>
  colleagues.length > 0 ? [{ group, items: colleagues.map(optionOf) }] : []

/** The options for a school's items; colleagues who don't work there are in a group of their own. */
const colleagueOptions = (colleagues: readonly HandOverColleague[], schoolId: number) => [
  ...colleagues.filter(({ schoolIds }) => schoolIds.includes(schoolId)).map(optionOf),
  ...groupOf(
    'Not at this school',
    colleagues.filter(({ schoolIds }) => !schoolIds.includes(schoolId)),
  ),
]

/** A select's value as a choice, and back. */
export const targetOf = (value: string): number | null => (value === STAYS ? null : Number(value))
export const chosenValue = (target: number | null): string => (target === null ? STAYS : String(target))

/** What every part of the page shows and changes. */
export interface PartProps {
  readonly page: HandOverActor
  readonly preview: HandOverPreview
  readonly choices: HandOverChoices
  /** The choice for an item, also while the preview of it loads. */
  readonly choose: ReturnType<typeof choiceOf>
  readonly isBusy: boolean
  /** What each item is called for screen readers. */
  readonly labels: ReadonlyMap<HandOverItem['key'], string>
  /** What was searched for, in lower case. */
  readonly words: string
}

export const isFound = ({ name }: HandOverItem, words: string): boolean => hasWords(name, words)

interface ItemProps extends PartProps {
  readonly item: HandOverItem
}

/** Who takes the item. */
const ItemTarget = ({ page, preview: { provider, colleagues }, choices, choose, labels, item }: ItemProps) => {
  const { key, schoolId, problem, clashCount, isMoving } = item
  const { toProviderId } = choose(item)
  const isNewThere = colleagues.some(({ id, schoolIds }) => id === toProviderId && !schoolIds.includes(schoolId))
  const isListed = toProviderId === null || colleagues.some(({ id }) => id === toProviderId)
  return (
    <Stack gap={4} align="flex-start">
      <NativeSelect
        aria-label={`${labels.get(key)} to`}
        size="xs"
        value={chosenValue(toProviderId)}
        error={problem}
        onChange={({ currentTarget: { value } }) =>
          page.send({
            type: 'choices.change',
            choices: choosingForItem(choices, { key, toProviderId: targetOf(value) }),
          })
        }
        data={[
          { value: STAYS, label: `Stays with ${provider.name}` },
          ...colleagueOptions(colleagues, schoolId),
          ...(isListed ? [] : [{ value: chosenValue(toProviderId), label: 'Not available' }]),
        ]}
      />
      {clashCount > 0 && !isMoving && (
        <Text size="xs" c="dimmed">
          Stays, because it clashes
        </Text>
      )}
      {isMoving && isNewThere && (
        <Text size="xs" c="dimmed">
          Will work at this school
        </Text>
      )}
    </Stack>
  )
}

/** What is in the way of the item, and whether it moves all the same. */
const ItemClashes = ({ page, choices, choose, labels, item }: ItemProps) => {
  const { key, clashes, clashCount, stays, toProviderId, problem, session } = item
  if (clashCount === 0 && stays.length === 0) {
    // An empty cell has no label on a phone.
    return toProviderId !== null && problem === null && session ? 'None' : null
  }
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      {clashCount > 0 && (
        <>
          <List
            size="xs"
            spacing={2}
            icon={<IconAlertTriangle size={14} aria-hidden />}
            aria-label={`Clashes of ${labels.get(key)}`}
          >
            {clashes.map((clash) => (
              <List.Item key={clashInWords(clash)}>{clashInWords(clash)}</List.Item>
            ))}
            {clashCount > clashes.length && <List.Item>{clashCount - clashes.length} more</List.Item>}
          </List>
          <Checkbox
            size="xs"
            label="Move anyway"
            aria-label={`Move ${labels.get(key)} anyway`}
            checked={choose(item).anyway}
            onChange={({ currentTarget: { checked } }) =>
              page.send({ type: 'choices.change', choices: choosingForItem(choices, { key, anyway: checked }) })
            }
          />
        </>
      )}
      {stays.map((stay) => (
        <Text key={stay.why} size="xs" c="dimmed">
          {capitalized(stayInWords(stay))}
        </Text>
      ))}
    </Stack>
  )
}

/** A school's items: who takes each, and what is in the way. */
export const SchoolItems = ({ school, ...part }: PartProps & { readonly school: HandOverPreview['schools'][0] }) => {
  const { page, preview, choices, choose, isBusy, words } = part
  const items = preview.items.filter(({ schoolId }) => schoolId === school.id)
  const minutes = items.reduce((sum, { session }) => sum + (session?.minutesPerWeek ?? 0), 0)
  const targets = new Set(items.map((item) => choose(item).toProviderId))
  const [only = null] = targets
  const shown = items.filter((item) => isFound(item, words))
  if (shown.length === 0) return null
  const MIXED = 'mixed'
  const columns: readonly Column<HandOverItem>[] = [
    {
      key: 'name',
      title: 'Item',
      width: '36%',
      render: (item) => (
        <div style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={600}>
            {item.session ? item.name : <StudentLink id={idOfKey(item.key)} name={item.name} />}
          </Text>
          <Text size="xs" c="dimmed">
            {timesInWords(item)}
          </Text>
        </div>
      ),
    },
    {
      key: 'minutes',
      title: 'Scheduled Min. per Week',
      align: 'end',
      render: ({ session }) => session?.minutesPerWeek ?? '',
    },
    { key: 'to', title: 'To', width: '24%', render: (item) => <ItemTarget {...part} item={item} /> },
    { key: 'clashes', title: 'Clashes', width: '30%', render: (item) => <ItemClashes {...part} item={item} /> },
  ]
  const titleId = `hand-over-school-${school.id}`
  return (
    <Stack gap="xs" component="section" aria-labelledby={titleId}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <div style={{ overflowWrap: 'anywhere' }}>
          <Title order={2} id={titleId}>
            {school.name}
          </Title>
          <Text size="sm" c="dimmed">
            {amountOf(items)}
            {minutes > 0 && `, ${minutes.toLocaleString('en-US')} scheduled minutes per week`}
            {school.proposedId === null &&
              preview.colleagues.length > 0 &&
              `. No other ${preview.provider.type} works here; choose one under “Not at this school”.`}
          </Text>
        </div>
        <NativeSelect
          aria-label={`Everything at ${school.name} to`}
          value={targets.size > 1 ? MIXED : chosenValue(only)}
          onChange={({ currentTarget: { value } }) =>
            page.send({
              type: 'choices.change',
              choices: choosingForSchool(choices, {
                schoolId: school.id,
                toProviderId: targetOf(value),
                keys: items.map(({ key }) => key),
              }),
            })
          }
          data={[
            ...(targets.size > 1 ? [{ value: MIXED, label: 'Several', disabled: true }] : []),
            { value: STAYS, label: `All stay with ${preview.provider.name}` },
            ...colleagueOptions(preview.colleagues, school.id),
          ]}
        />
      </Group>
      <PagedRows
        ariaLabel={`Items at ${school.name}`}
        columns={columns}
        rows={shown}
        keyOf={({ key }) => key}
        emptyText={handOverMessages.nothing}
        isBusy={isBusy}
      />
    </Stack>
  )
}
