import { Alert, Anchor, Checkbox, Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useParams, useSearch } from 'wouter'
import type { HandOverColleague, HandOverPreview } from '#contract/hand-over.ts'
import { choiceOf, choosingAnyway, choosingForAll, handOverMessages } from '#domain/hand-over.ts'
import { formatDate, type LocalDate, localDateSchema } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { type HandOverActor, type HandOverSnapshot, handOverMachine } from '#machines/people/hand-over.machine.ts'
import { idOfAddress } from '#screens/id-of-address.ts'
import { useProvided } from '#screens/provided.tsx'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { useActorRef } from '#screens/use-actor.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PagedRows } from '#ui/data-table/paged-rows.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { type Fact, Facts } from '#ui/facts/facts.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { FilterBar } from '#ui/filters/filter-bar.tsx'
import { SearchFilter } from '#ui/filters/search-filter.tsx'
import { IconArrowsExchange } from '#ui/icons/arrows-exchange.ts'
import { LoadingScreen } from '#ui/loading-screen/loading-screen.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { HandOverDialog } from './hand-over-confirm.tsx'
import { EarlierHandOvers } from './hand-over-earlier.tsx'
import { chosenValue, groupOf, isFound, type PartProps, SchoolItems, STAYS, targetOf } from './hand-over-school.tsx'
import { UndoDialog } from './hand-over-undo.tsx'
import { amountOf, labelsOf, minutesInWords, notesOn, whyNobody } from './hand-over-words.ts'
import { ProviderLink } from './provider-link.tsx'

const PROPOSED = 'proposed'

/** More items can be searched. */
const MANY = 10

const REQUEST = 'request'

/** What is settled elsewhere. */
const ToSettle = ({ preview: { provider, toSettle } }: Pick<PartProps, 'preview'>) => {
  const { waitingRequests, waitingReturns, edits, unconfirmedDays, rejectedDays } = toSettle
  const lists = [
    { count: waitingRequests, noun: REQUEST, rest: 'for time off to answer', href: '/pto-record?statusId=1' },
    { count: waitingReturns, noun: REQUEST, rest: 'to return time off', href: '/pto-record?statusId=5' },
    { count: unconfirmedDays, noun: 'past day', rest: 'not confirmed', href: '/open-days?status=1' },
    { count: rejectedDays, noun: 'day', rest: 'rejected', href: '/open-days?status=2' },
  ].filter(({ count }) => count > 0)
  if (lists.length + edits.length === 0) return null
  return (
    <Alert color="yellow" variant="light" style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600} mb="xs">
        These stay with {provider.name}
      </Text>
      <List size="sm" spacing="xs">
        {lists.map(({ count, noun, rest, href }) => (
          <List.Item key={href}>
            <Anchor component={Link} href={`${href}&providerIds=${provider.id}`} inherit>
              {counted(count, noun)} {rest}
            </Anchor>
          </List.Item>
        ))}
        {edits.map(({ occurrenceId, title, date }) => (
          <List.Item key={occurrenceId}>
            <Anchor component={Link} href={providerDayAddress(provider.id, date)} inherit>
              Change of “{title}” on {formatDate(date)} to approve
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

const Colleagues = ({ preview }: Pick<PartProps, 'preview'>) => {
  const { colleagues, schools, items, minutesBefore, weeks } = preview
  const nobody = whyNobody(preview)
  const shown = colleagues.filter(
    ({ id, isProposed }) => isProposed || items.some((item) => item.isMoving && item.toProviderId === id),
  )
  const nameOf = new Map(schools.map(({ id, name }) => [id, name]))
  const columns: readonly Column<HandOverColleague>[] = [
    {
      key: 'name',
      title: 'Colleague',
      render: (colleague) => {
        const notes = notesOn(colleague)
        if (notes.length === 0) return colleague.name
        return (
          <div>
            {colleague.name}
            {notes.map((note) => (
              <Text key={note} size="xs" c="dimmed">
                {note}
              </Text>
            ))}
          </div>
        )
      },
    },
    {
      key: 'schools',
      title: 'Works At',
      render: ({ schoolIds }) => schoolIds.map((id) => nameOf.get(id)).join(', ') || 'None of these schools',
    },
    { key: 'free', title: 'Without a Clash', render: ({ free }) => `${free} of ${items.length}` },
    {
      key: 'minutes',
      title: 'Scheduled Minutes per Week',
      align: 'end',
      render: ({ minutesBefore: before, minutesAfter }) => minutesInWords(before, minutesAfter),
    },
  ]
  return (
    <Stack gap="xs" component="section" aria-labelledby="hand-over-colleagues">
      <Title order={2} id="hand-over-colleagues">
        Colleagues
      </Title>
      {nobody !== undefined && <Text>{nobody}</Text>}
      {shown.length > 0 && (
        <PagedRows ariaLabel="Colleagues" columns={columns} rows={shown} keyOf={({ id }) => id} emptyText="" />
      )}
      {shown.length > 0 && minutesBefore > 0 && (
        <Text size="sm" c="dimmed">
          Minutes of scheduled sessions, averaged over the {weeks === 1 ? 'week' : `${weeks} weeks`} with sessions to
          hand over.
        </Text>
      )}
    </Stack>
  )
}

/** One colleague for all, and one button. */
const Overall = ({ page, preview, choices, isBusy }: PartProps) => {
  const { items, colleagues, provider } = preview
  const moving = items.filter((item) => item.isMoving)
  const all = choices.toProviderId
  return (
    <>
      <NativeSelect
        label="Everything to"
        value={typeof all === 'string' ? PROPOSED : chosenValue(all)}
        onChange={({ currentTarget: { value } }) =>
          page.send({
            type: 'choices.change',
            choices: choosingForAll(choices, value === PROPOSED ? PROPOSED : targetOf(value)),
          })
        }
        data={[
          { value: PROPOSED, label: 'The freest colleague at each school' },
          { value: STAYS, label: `Nobody: all stay with ${provider.name}` },
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
        disabled={isBusy || moving.length === 0}
        onClick={() => page.send({ type: 'work.handOver' })}
      >
        Hand Over {counted(moving.length, 'Item')}
      </SteadyButton>
    </>
  )
}

/** What moves and what stays, as chosen. */
const Outcome = ({ page, preview: { items, provider }, choices }: PartProps) => {
  const moving = items.filter((item) => item.isMoving)
  const clashing = items.filter(({ clashCount }) => clashCount > 0)
  const staying = items.length - moving.length
  return (
    <>
      {clashing.length > 0 && (
        <Checkbox
          label={`Move items that clash, too (${clashing.length})`}
          checked={choices.anyway}
          onChange={({ currentTarget: { checked } }) =>
            page.send({ type: 'choices.change', choices: choosingAnyway(choices, checked) })
          }
        />
      )}
      <Text size="sm" aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
        {moving.length > 0 ? `Moves: ${amountOf(moving)}. ` : 'Nothing moves. '}
        {staying > 0 && `${counted(staying, 'item')} ${staying === 1 ? 'stays' : 'stay'} with ${provider.name}.`}
      </Text>
    </>
  )
}

const factsOf = ({ provider, minutesBefore, minutesAfter }: HandOverPreview): readonly Fact[] => [
  ['Provider', <ProviderLink key={provider.id} id={provider.id} name={provider.name} />],
  ['Status', provider.status],
  ['Last day', provider.termDate === null ? '' : formatDate(provider.termDate)],
  ['Scheduled per week', minutesBefore === 0 ? '' : `${minutesInWords(minutesBefore, minutesAfter)} minutes`],
]

const selectContext = ({ context }: HandOverSnapshot) => context
const selectIsBusy = (snapshot: HandOverSnapshot) => !snapshot.matches('choosing')
const selectIsUnread = (snapshot: HandOverSnapshot) => snapshot.matches('unread')
const selectIsRefused = (snapshot: HandOverSnapshot) => snapshot.matches('refused')

const Work = ({ page, preview, item }: Pick<PartProps, 'page' | 'preview'> & { readonly item: string }) => {
  const { choices, from, message } = useSelector(page, selectContext)
  const isBusy = useSelector(page, selectIsBusy)
  const isQuiet = useSelector(page, (snapshot) => snapshot.matches('previewing') || snapshot.matches('choosing'))
  const choose = choiceOf(choices, new Map(preview.schools.map(({ id, proposedId }) => [id, proposedId])))
  const [words, setWords] = useState(item)
  const labels = labelsOf(preview.items)
  const part = { page, preview, choices, choose, isBusy, labels, words: words.trim() }
  const chooseDay = (day: LocalDate | '') => {
    if (day !== '') page.send({ type: 'day.choose', from: day })
  }
  return (
    <>
      <Facts facts={factsOf(preview)} />
      <ToSettle preview={preview} />
      {isQuiet && message !== undefined && (
        <Alert color="red" variant="light" role="alert" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Alert>
      )}
      <Stack gap="sm">
        <Group gap="md" align="flex-end">
          <DateField label="From" value={from ?? preview.from} minDate={preview.today} onChange={chooseDay} />
          {preview.items.length > 0 && <Overall {...part} />}
        </Group>
        {preview.items.length > 0 && <Outcome {...part} />}
      </Stack>
      {preview.items.length === 0 && <Text>{handOverMessages.nothing}</Text>}
      <EarlierHandOvers page={page} preview={preview} isBusy={isBusy} />
      {preview.items.length > 0 && (
        <>
          <Colleagues preview={preview} />
          {(preview.items.length > MANY || item !== '') && (
            <FilterBar>
              <SearchFilter label="Search sessions and students" value={words} onType={setWords} onSubmit={() => {}} />
            </FilterBar>
          )}
          {preview.schools.map((school) => (
            <SchoolItems key={school.id} {...part} school={school} />
          ))}
          {!preview.items.some((item) => isFound(item, part.words)) && <Text>Nothing found</Text>}
        </>
      )}
      <HandOverDialog page={page} />
      <UndoDialog page={page} />
    </>
  )
}

/** What was moved is no longer on the page, nor are its buttons: focus goes to the heading. */
const useFocusAfterMove = (page: HandOverActor, heading: RefObject<HTMLHeadingElement | null>) => {
  const isMoving = useSelector(page, (snapshot) => snapshot.matches('moving') || snapshot.matches('undoing'))
  const hasMoved = useRef(false)
  useEffect(() => {
    const { unsubscribe } = page.on('work.moved', () => {
      hasMoved.current = true
    })
    return unsubscribe
  }, [page])
  // With the closing of the dialog, which would otherwise take focus back to a button that is disabled by now.
  useEffect(() => {
    if (isMoving || !hasMoved.current) return
    hasMoved.current = false
    heading.current?.focus()
  }, [isMoving, heading])
}

interface OfProps {
  readonly providerId: number
  readonly heading: RefObject<HTMLHeadingElement | null>
}

const HandOverOf = ({ providerId, heading }: OfProps) => {
  const query = new URLSearchParams(useSearch())
  const item = query.get('item') ?? ''
  const from = localDateSchema.safeParse(query.get('from')).data
  const page = useActorRef(useProvided(handOverMachine), {
    input: { providerId, ...(item !== '' && { start: { from } }) },
  })
  const { preview, message } = useSelector(page, selectContext)
  const isUnread = useSelector(page, selectIsUnread)
  const isRefused = useSelector(page, selectIsRefused)
  useEffect(() => {
    const { unsubscribe } = page.on('work.moved', ({ message: text }) => notifications.show({ message: text }))
    return unsubscribe
  }, [page])
  useFocusAfterMove(page, heading)
  return (
    <>
      {isUnread && (
        <FailedToRead
          message={message ?? 'The work could not be loaded.'}
          onRetry={() => page.send({ type: 'preview.retry' })}
        />
      )}
      {preview ? <Work page={page} preview={preview} item={item} /> : !isUnread && <LoadingScreen />}
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
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Stack gap="md">
      <Title order={1} ref={heading} tabIndex={-1}>
        Hand Over
      </Title>
      {id === undefined ? handOverMessages.notFound : <HandOverOf key={id} providerId={id} heading={heading} />}
    </Stack>
  )
}
