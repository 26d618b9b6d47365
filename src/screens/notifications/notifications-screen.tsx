/** Every notification, by category (spec 3, sections 2 and 4). */
import { Accordion, Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback, useContext, useEffect, useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import { callOf, listCallOf } from '#contract/call.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { getNotificationCategories, getNotificationsByCategory, type Notification } from '#contract/notifications.ts'
import { audienceOf, notificationMessages } from '#domain/notifications.ts'
import type { RoleName } from '#domain/roles.ts'
import { listMachine } from '#machines/common/page-machines.ts'
import { type PagedListActor, selectListResult } from '#machines/common/paged-list.machine.ts'
import { marksMachine } from '#machines/notifications/marks.machine.ts'
import { DetailsPanel } from '#screens/details-panel.tsx'
import { PagedTable } from '#screens/list/paged-table.tsx'
import { UnreadContext, usePageApi, useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useDetailsOf } from '#screens/use-calls.ts'
import { useLive } from '#screens/use-live.ts'
import { useValues } from '#screens/use-told.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { MailSettings } from './mail-settings.tsx'
import { NotificationTime } from './notification-time.tsx'

type Category = DataOf<typeof getNotificationCategories>[number]
type NoFilters = Record<never, never>

const NO_FILTERS: NoFilters = {}

const FOLLOWED = ['notifications'] as const

const columns: readonly Column<Notification>[] = [
  {
    key: 'message',
    title: 'Message',
    isHeading: true,
    render: ({ message, href, isRead }) => (
      <Anchor component={Link} href={href} inherit fw={isRead ? 400 : 600} style={{ overflowWrap: 'anywhere' }}>
        {message}
      </Anchor>
    ),
  },
  {
    key: 'unread',
    title: 'Status',
    width: '6rem',
    render: ({ isRead }) =>
      isRead ? (
        'Read'
      ) : (
        <Badge variant="light" tt="none">
          New
        </Badge>
      ),
  },
  {
    key: 'time',
    title: 'Time',
    width: '12rem',
    render: ({ createdOnUtc }) => <NotificationTime at={createdOnUtc} />,
  },
]

/** A category's list; what it has shown counts as read, and is shown as new until it is left. */
const CategoryList = ({ category, onChange }: { readonly category: Category; readonly onChange: () => void }) => {
  const { notificationCategoryId: categoryId, name, unread } = category
  const { client } = usePageApi()
  const machine = useMemo(
    () =>
      listMachine(
        client,
        listCallOf(getNotificationsByCategory, () => ({ body: { notificationCategoryId: categoryId } })),
      ),
    [client, categoryId],
  )
  const list: PagedListActor<Notification, NoFilters> = useActorRef(machine, { input: { noFilters: NO_FILTERS } })
  const marks = useActorRef(useProvided(marksMachine))
  useLive(FOLLOWED, () => list.send({ type: 'list.follow' }))
  const result = useSelector(list, selectListResult)
  useValues(list, selectListResult, (shown) => {
    const ids = shown?.rows.flatMap(({ id, isRead }) => (isRead ? [] : [id])) ?? []
    marks.send({ type: 'notifications.see', ids })
  })
  useEffect(() => {
    const { unsubscribe } = marks.on('marks.done', ({ isAll }) => {
      if (isAll) list.send({ type: 'list.reload' })
      onChange()
    })
    return unsubscribe
  }, [marks, list, onChange])
  const isBusy = useSelector(marks, (snapshot) => snapshot.hasTag('busy'))
  // What was shown counts as read, and is new until the list is read again.
  const isAnyNew = unread > 0 || (result?.rows.some(({ isRead }) => !isRead) ?? false)
  const message = useSelector(marks, ({ context }) => context.message)
  return (
    <Stack gap="xs">
      <Group justify="flex-end">
        <SteadyButton
          variant="default"
          size="xs"
          isBusy={isBusy}
          disabled={!isAnyNew}
          onClick={() => marks.send({ type: 'category.readAll', categoryId })}
        >
          Read all
        </SteadyButton>
      </Group>
      <PagedTable
        list={list}
        ariaLabel={name}
        columns={columns}
        keyOf={({ id }) => id}
        emptyText={notificationMessages.noRecord}
      />
      {message !== undefined && (
        <MessageDialog title="Not marked" message={message} onClose={() => marks.send({ type: 'failure.dismiss' })} />
      )}
    </Stack>
  )
}

const categories = callOf(getNotificationCategories, (role: RoleName) => ({
  body: { id: 0, abbrevation: audienceOf(role) },
}))

const Categories = ({
  categories: known,
  onChange,
}: {
  readonly categories: readonly Category[]
  readonly onChange: () => void
}) => {
  const [search, setSearch] = useSearchParams()
  const first = String(known[0]?.notificationCategoryId)
  const asked = search.get('category') ?? first
  const isKnown = asked === '' || known.some((category) => String(category.notificationCategoryId) === asked)
  return (
    <Accordion
      variant="separated"
      value={isKnown ? asked : first}
      onChange={(value) => setSearch({ category: value ?? '' }, { replace: true })}
      keepMounted={false}
    >
      {known.map((category) => (
        <Accordion.Item key={category.notificationCategoryId} value={String(category.notificationCategoryId)}>
          <Accordion.Control>
            <Group gap="xs">
              <Text fw={500}>{category.name}</Text>
              {category.unread > 0 && (
                <Badge size="sm" tt="none">
                  {category.unread} unread
                </Badge>
              )}
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <CategoryList category={category} onChange={onChange} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

export const NotificationsScreen = () => {
  const { roleName } = useSession()
  const details = useDetailsOf(categories, roleName, FOLLOWED)
  const bell = useContext(UnreadContext)
  const onChange = useCallback(() => {
    details.send({ type: 'details.refresh' })
    bell.current?.send({ type: 'unread.refresh' })
  }, [details, bell])
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Title order={1}>Notifications</Title>
        <MailSettings />
      </Group>
      <DetailsPanel
        details={details}
        name="Categories"
        failed="The notifications could not be loaded."
        height={240}
        // Each category has a frame of its own.
        isFramed={false}
      >
        {(known) => <Categories categories={known} onChange={onChange} />}
      </DetailsPanel>
    </Stack>
  )
}
