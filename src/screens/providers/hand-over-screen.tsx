import { Alert, Anchor, Badge, Button, Checkbox, Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconArrowBackUp, IconArrowsExchange } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { Link, useParams } from 'wouter'
import type { HandOverColleague, HandOverItem, HandOverPreview, HandOverRecord } from '#contract/hand-over.ts'
import {
  choiceOf,
  choosingAnyway,
  choosingForAll,
  choosingForItem,
  choosingForSchool,
  type HandOverChoices,
  handOverMessages,
} from '#domain/hand-over.ts'
import { formatDate, formatInstant, type LocalDate } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { type HandOverActor, type HandOverSnapshot, handOverMachine } from '#machines/people/hand-over.machine.ts'
import { idOfAddress } from '#screens/id-of-address.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { useActorRef } from '#screens/use-actor.ts'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { type Fact, Facts } from '#ui/facts/facts.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { LoadingScreen } from '#ui/loading-screen/loading-screen.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { UndoDialog } from './hand-over-undo.tsx'
import {
  amountOf,
  clashInWords,
  handedInWords,
  leftInWords,
  minutesInWords,
  stateInWords,
  stayInWords,
  timesInWords,
} from './hand-over-words.ts'

const STAYS = 'stays'
const PROPOSED = 'proposed'

interface ColleagueOption {
  readonly value: string
  readonly label: string
}

const optionOf = ({ id, name }: HandOverColleague): ColleagueOption => ({ value: String(id), label: name })

const groupOf = (group: string, colleagues: readonly HandOverColleague[]) =>
  colleagues.length > 0 ? [{ group, items: colleagues.map(optionOf) }] : []

/** The options for a school's items; colleagues who don't work there are in a group of their own. */
const colleagueOptions = (colleagues: readonly HandOverColleague[], schoolId: number) => [
  ...colleagues.filter(({ schoolIds }) => schoolIds.includes(schoolId)).map(optionOf),
  ...groupOf(
    'Not at this school',
    colleagues.filter(({ schoolIds }) => !schoolIds.includes(schoolId)),
  ),
]

const targetOf = (value: string): number | null => (value === STAYS ? null : Number(value))
const chosenValue = (target: number | null): string => (target === null ? STAYS : String(target))

interface PartProps {
  readonly page: HandOverActor
  readonly preview: HandOverPreview
  readonly choices: HandOverChoices
  /** The choice for an item, also while the preview of it loads. */
  readonly choose: ReturnType<typeof choiceOf>
  readonly isBusy: boolean
}

/** What is settled elsewhere. */
const ToSettle = ({ preview: { provider, toSettle } }: Pick<PartProps, 'preview'>) => {
  const { timeOff, edits, unconfirmedDays } = toSettle
  if (timeOff + edits.length + unconfirmedDays === 0) return null
  return (
    <Alert color="yellow" variant="light" title="Cannot be handed over" style={{ overflowWrap: 'anywhere' }}>
      <List size="sm">
        {timeOff > 0 && (
          <List.Item>
            <Anchor component={Link} href={`/pto-record?providerIds=${provider.id}`} inherit>
              {counted(timeOff, 'request')} for time off to answer
            </Anchor>
          </List.Item>
        )}
        {edits.map(({ occurrenceId, title, date }) => (
          <List.Item key={occurrenceId}>
            <Anchor component={Link} href={providerDayAddress(provider.id, date)} inherit>
              Change of “{title}” on {formatDate(date)} to approve
            </Anchor>
          </List.Item>
        ))}
        {unconfirmedDays > 0 && (
          <List.Item>
            <Anchor component={Link} href={`/open-days?providerIds=${provider.id}`} inherit>
              {counted(unconfirmedDays, 'day')} not confirmed
            </Anchor>
          </List.Item>
        )}
      </List>
    </Alert>
  )
}

const Colleagues = ({ preview: { colleagues, schools, items, minutesBefore, weeks } }: Pick<PartProps, 'preview'>) => {
  const shown = colleagues.filter(
    ({ id, isProposed }) => isProposed || items.some((item) => item.isMoving && item.toProviderId === id),
  )
  const nameOf = new Map(schools.map(({ id, name }) => [id, name]))
  const columns: readonly Column<HandOverColleague>[] = [
    { key: 'name', title: 'Colleague', render: ({ name }) => name },
    {
      key: 'schools',
      title: 'Works At',
      render: ({ schoolIds }) => schoolIds.map((id) => nameOf.get(id)).join(', ') || 'None of these schools',
    },
    { key: 'free', title: 'Without a Clash', render: ({ free }) => `${free} of ${items.length}` },
    {
      key: 'minutes',
      title: 'Minutes per Week',
      align: 'end',
      render: ({ minutesBefore: before, minutesAfter }) => minutesInWords(before, minutesAfter),
    },
  ]
  return (
    <Stack gap="xs" component="section" aria-labelledby="hand-over-colleagues">
      <Title order={2} id="hand-over-colleagues">
        Colleagues
      </Title>
      <DataTable
        ariaLabel="Colleagues"
        columns={columns}
        rows={shown}
        keyOf={({ id }) => id}
        emptyText="No colleague of the same type works at these schools."
      />
      {minutesBefore > 0 && (
        <Text size="sm" c="dimmed">
          Minutes of sessions, averaged over the {weeks === 1 ? 'week' : `${weeks} weeks`} with sessions to hand over.
        </Text>
      )}
    </Stack>
  )
}

/** Everything at once: the day, the colleague, the button. */
const Overall = ({ page, preview, choices, isBusy }: PartProps) => {
  const isMoving = useSelector(page, (snapshot) => snapshot.matches('moving'))
  const { items, colleagues, provider } = preview
  const moving = items.filter((item) => item.isMoving)
  const clashing = items.filter(({ clashCount }) => clashCount > 0)
  const staying = items.length - moving.length
  const all = choices.toProviderId
  const change = (next: HandOverChoices) => page.send({ type: 'choices.change', choices: next })
  return (
    <Stack gap="sm">
      <Group gap="md" align="flex-end">
        <NativeSelect
          label="Everything to"
          value={typeof all === 'string' ? PROPOSED : chosenValue(all)}
          onChange={({ currentTarget: { value } }) =>
            change(choosingForAll(choices, value === PROPOSED ? PROPOSED : targetOf(value)))
          }
          data={[
            { value: PROPOSED, label: 'The freest colleague at each school' },
            { value: STAYS, label: `Nobody: stays with ${provider.name}` },
            ...groupOf(
              'Colleagues',
              colleagues.filter(({ isProposed }) => isProposed),
            ),
            ...groupOf(
              'Not at these schools',
              colleagues.filter(({ isProposed }) => !isProposed),
            ),
          ]}
          maw="100%"
        />
        <SteadyButton
          leftSection={<IconArrowsExchange size={18} aria-hidden />}
          isBusy={isMoving}
          disabled={isBusy || moving.length === 0}
          onClick={() => page.send({ type: 'work.handOver' })}
        >
          Hand Over {counted(moving.length, 'Item')}
        </SteadyButton>
      </Group>
      {clashing.length > 0 && (
        <Checkbox
          label={`Move items that clash, too (${clashing.length})`}
          checked={choices.anyway}
          onChange={({ currentTarget: { checked } }) => change(choosingAnyway(choices, checked))}
        />
      )}
      <Text size="sm" aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
        {moving.length > 0 ? `Moves: ${amountOf(moving)}. ` : 'Nothing moves. '}
        {staying > 0 && `${counted(staying, 'item')} ${staying === 1 ? 'stays' : 'stay'} with ${provider.name}.`}
      </Text>
    </Stack>
  )
}

interface ItemProps extends PartProps {
  readonly item: HandOverItem
}

/** Who takes the item. */
const ItemTarget = ({ page, preview: { provider, colleagues }, choices, choose, item }: ItemProps) => {
  const { key, name, schoolId, problem } = item
  const { toProviderId } = choose(item)
  const isListed = toProviderId === null || colleagues.some(({ id }) => id === toProviderId)
  return (
    <Stack gap={4} align="flex-start">
      <NativeSelect
        aria-label={`${name} to`}
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
    </Stack>
  )
}

/** What is in the way of the item, and whether it moves all the same. */
const ItemClashes = ({ page, choices, choose, item }: ItemProps) => {
  const { key, name, clashes, clashCount, stays, toProviderId, session } = item
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      {clashCount > 0 && (
        <>
          <List
            size="xs"
            spacing={2}
            icon={<IconAlertTriangle size={14} aria-hidden />}
            aria-label={`Clashes of ${name}`}
          >
            {clashes.map((clash) => (
              <List.Item key={`${clash.date} ${clash.startTime} ${clash.title}`}>{clashInWords(clash)}</List.Item>
            ))}
            {clashCount > clashes.length && <List.Item>{clashCount - clashes.length} more</List.Item>}
          </List>
          <Checkbox
            size="xs"
            label="Move anyway"
            aria-label={`Move ${name} anyway`}
            checked={choose(item).anyway}
            onChange={({ currentTarget: { checked } }) =>
              page.send({ type: 'choices.change', choices: choosingForItem(choices, { key, anyway: checked }) })
            }
          />
        </>
      )}
      {stays.map((stay) => (
        <Text key={stay.why} size="xs" c="dimmed">
          {stayInWords(stay)}
        </Text>
      ))}
      {clashCount === 0 && stays.length === 0 && (
        <Text size="xs" c="dimmed">
          {toProviderId !== null && session ? 'None' : ''}
        </Text>
      )}
    </Stack>
  )
}

const School = ({
  school,
  ...part
}: PartProps & { readonly school: { readonly id: number; readonly name: string } }) => {
  const { page, preview, choices, choose, isBusy } = part
  const items = preview.items.filter(({ schoolId }) => schoolId === school.id)
  const minutes = items.reduce((sum, { session }) => sum + (session?.minutesPerWeek ?? 0), 0)
  const targets = new Set(items.map((item) => choose(item).toProviderId))
  const [only = null] = targets
  const MIXED = 'mixed'
  const columns: readonly Column<HandOverItem>[] = [
    {
      key: 'name',
      title: 'Item',
      width: '34%',
      render: (item) => (
        <div style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={600}>
            {item.name}
          </Text>
          <Text size="xs" c="dimmed">
            {timesInWords(item)}
          </Text>
        </div>
      ),
    },
    { key: 'minutes', title: 'Min. per Week', align: 'end', render: ({ session }) => session?.minutesPerWeek ?? '' },
    { key: 'to', title: 'To', width: '26%', render: (item) => <ItemTarget {...part} item={item} /> },
    { key: 'clashes', title: 'Clashes', width: '28%', render: (item) => <ItemClashes {...part} item={item} /> },
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
            {minutes > 0 && `, ${counted(minutes, 'minute')} per week`}
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
      <DataTable
        ariaLabel={`Items at ${school.name}`}
        columns={columns}
        rows={items}
        keyOf={({ key }) => key}
        emptyText={handOverMessages.nothing}
        isBusy={isBusy}
      />
    </Stack>
  )
}

const STATE_COLORS = { moved: 'green', partlyUndone: 'yellow', undone: 'gray' } as const

const Earlier = ({ page, preview: { handOvers }, isBusy }: Omit<PartProps, 'choices' | 'choose'>) => {
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
          {leftInWords(record).map((words) => (
            <Text key={words} size="xs" c="dimmed">
              {words}
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
            aria-label={`Undo the hand-over of ${whenOf(record)}`}
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
      <DataTable
        ariaLabel="Earlier Hand-Overs"
        columns={columns}
        rows={handOvers}
        keyOf={({ id }) => id}
        emptyText=""
      />
    </Stack>
  )
}

const factsOf = ({ provider, minutesBefore, minutesAfter }: HandOverPreview): readonly Fact[] => [
  ['Provider', provider.name],
  ['Status', provider.status],
  ['Last day', provider.termDate === null ? '' : formatDate(provider.termDate)],
  ['Minutes per week', minutesBefore === 0 ? '' : minutesInWords(minutesBefore, minutesAfter)],
]

const selectContext = ({ context }: HandOverSnapshot) => context
const selectIsBusy = (snapshot: HandOverSnapshot) => !snapshot.matches('choosing')
const selectIsUnread = (snapshot: HandOverSnapshot) => snapshot.matches('unread')
const selectIsRefused = (snapshot: HandOverSnapshot) => snapshot.matches('refused')

const Work = ({ page, preview }: Pick<PartProps, 'page' | 'preview'>) => {
  const { choices, from, message } = useSelector(page, selectContext)
  const isBusy = useSelector(page, selectIsBusy)
  const isQuiet = useSelector(page, (snapshot) => snapshot.matches('previewing') || snapshot.matches('choosing'))
  const choose = choiceOf(choices, new Map(preview.schools.map(({ id, proposedId }) => [id, proposedId])))
  const part = { page, preview, choices, choose, isBusy }
  const chooseDay = (day: LocalDate | '') => {
    if (day !== '') page.send({ type: 'day.choose', from: day })
  }
  return (
    <>
      <Facts facts={factsOf(preview)} />
      <ToSettle preview={preview} />
      {isQuiet && message !== undefined && (
        <Alert color="red" variant="light" role="alert" style={{ overflowWrap: 'anywhere' }}>
          {message} Your choices are kept; please review them.
        </Alert>
      )}
      <DateField label="From" value={from ?? preview.from} minDate={preview.today} onChange={chooseDay} />
      {preview.items.length === 0 ? (
        <Text>{handOverMessages.nothing}</Text>
      ) : (
        <>
          <Overall {...part} />
          <Colleagues preview={preview} />
          {preview.schools.map((school) => (
            <School key={school.id} {...part} school={school} />
          ))}
        </>
      )}
      <Earlier page={page} preview={preview} isBusy={isBusy} />
      <UndoDialog page={page} />
    </>
  )
}

const HandOverOf = ({ providerId }: { readonly providerId: number }) => {
  const page = useActorRef(useProvided(handOverMachine), { input: { providerId } })
  const { preview, message } = useSelector(page, selectContext)
  const isUnread = useSelector(page, selectIsUnread)
  const isRefused = useSelector(page, selectIsRefused)
  useEffect(() => {
    const { unsubscribe } = page.on('work.moved', ({ message: text }) => notifications.show({ message: text }))
    return unsubscribe
  }, [page])
  return (
    <>
      {isUnread && (
        <FailedToRead
          message={message ?? 'The work could not be loaded.'}
          onRetry={() => page.send({ type: 'preview.retry' })}
        />
      )}
      {preview ? <Work page={page} preview={preview} /> : !isUnread && <LoadingScreen />}
      {isRefused && (
        <MessageDialog
          title="Not done"
          message={message ?? ''}
          onClose={() => page.send({ type: 'failure.dismiss' })}
        />
      )}
    </>
  )
}

/** Hands a provider's sessions and students over to colleagues (docs/decisions/handing-over.md). */
export const HandOverScreen = () => {
  const id = idOfAddress(useParams<{ id: string }>().id)
  return (
    <Stack gap="md">
      <Title order={1}>Hand Over</Title>
      {id === undefined ? handOverMessages.notFound : <HandOverOf key={id} providerId={id} />}
    </Stack>
  )
}
