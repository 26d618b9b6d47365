/** The bell in the header, with the latest unread notifications (spec 1, section 2). */
import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  Indicator,
  Popover,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useContext, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { notificationMessages } from '#domain/notifications.ts'
import { counted } from '#domain/words.ts'
import { marksMachine } from '#machines/notifications/marks.machine.ts'
import {
  selectIsPanelOpen,
  selectIsUnreadStale,
  selectUnread,
  unreadMachine,
} from '#machines/notifications/unread.machine.ts'
import { UnreadContext, useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useLive } from '#screens/use-live.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { IconBell } from '#ui/icons/bell.ts'
import styles from './notification-bell.module.css'
import { NotificationTime } from './notification-time.tsx'

/** More are shown as '99+'. */
const MOST = 99

const FOLLOWED = ['notifications'] as const

export const NotificationBell = () => {
  const unread = useActorRef(useProvided(unreadMachine))
  const marks = useActorRef(useProvided(marksMachine))
  const shared = useContext(UnreadContext)
  useEffect(() => {
    shared.current = unread
    const { unsubscribe } = marks.on('marks.done', () => unread.send({ type: 'unread.refresh' }))
    const look = () => {
      if (document.visibilityState === 'visible') unread.send({ type: 'unread.refresh' })
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      shared.current = null
      unsubscribe()
      document.removeEventListener('visibilitychange', look)
    }
  }, [shared, unread, marks])
  useLive(FOLLOWED, () => unread.send({ type: 'unread.refresh' }))
  const known = useSelector(unread, selectUnread)
  const isOpen = useSelector(unread, selectIsPanelOpen)
  const isStale = useSelector(unread, selectIsUnreadStale)
  const close = () => unread.send({ type: 'panel.close' })
  const panel = useRef<HTMLDivElement>(null)
  const { count = 0, latest = [] } = known ?? {}
  return (
    <Indicator
      label={count > MOST ? `${MOST}+` : count}
      size={16}
      offset={6}
      color="red.8"
      disabled={count === 0}
      classNames={{ indicator: styles.count }}
    >
      <Popover
        opened={isOpen}
        onChange={(opened) => unread.send({ type: opened ? 'panel.open' : 'panel.close' })}
        position="bottom-end"
        width="min(380px, calc(100vw - 16px))"
        trapFocus
        returnFocus
        shadow="md"
        withinPortal={false}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
            onClick={() => unread.send({ type: isOpen ? 'panel.close' : 'panel.open' })}
          >
            <IconBell size={18} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <VisuallyHidden role="status">{count > 0 && counted(count, 'unread notification')}</VisuallyHidden>
        <Popover.Dropdown p={0} aria-label="Notifications" ref={panel}>
          <Group justify="space-between" px="md" py="sm" wrap="nowrap">
            <Title order={2} size="h5">
              Notifications
            </Title>
            <Button component={Link} href="/notifications" variant="subtle" size="compact-sm" onClick={close}>
              See All
            </Button>
          </Group>
          {isStale && (
            <FailedToRead
              message="The notifications could not be loaded."
              onRetry={() => {
                // The button goes with the notice; without the focus in the panel, Escape would not close it.
                panel.current?.focus()
                unread.send({ type: 'unread.refresh' })
              }}
            />
          )}
          {latest.length > 0 ? (
            <ul className={styles.list}>
              {latest.map(({ id, message, href, createdOnUtc }) => (
                <li key={id}>
                  <Anchor
                    component={Link}
                    href={href}
                    className={styles.item}
                    underline="never"
                    c="inherit"
                    onClick={() => {
                      marks.send({ type: 'notifications.see', ids: [id] })
                      close()
                    }}
                  >
                    <Stack gap={2}>
                      <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
                        {message}
                      </Text>
                      <NotificationTime at={createdOnUtc} />
                    </Stack>
                  </Anchor>
                </li>
              ))}
            </ul>
          ) : (
            known !== undefined &&
            !isStale && (
              <Text size="sm" c="dimmed" ta="center" px="md" pt="sm" pb="lg">
                {notificationMessages.empty}
              </Text>
            )
          )}
        </Popover.Dropdown>
      </Popover>
    </Indicator>
  )
}
