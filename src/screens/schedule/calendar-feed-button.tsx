import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { formatDate, localOf } from '#domain/time.ts'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { type CalendarFeedSnapshot, calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { CopyButton } from '#ui/copy-button/copy-button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { IconCalendarShare } from '#ui/icons/calendar-share.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import type { CalendarActor } from './use-calendar.ts'

type FeedActor = ActorRefFrom<typeof calendarFeedMachine>

const TITLE = 'Subscribe to this calendar'
const EXPLANATION =
  'Use a secret address to show these sessions and time off in Google Calendar, Outlook, Apple Calendar, or another calendar app, always up to date. Anyone with the address can see them without signing in. Students are not named.'

const selectProvider = ({ context }: CalendarSnapshot) => context.filters.providerId
const selectFeed = ({ context }: CalendarFeedSnapshot) => context.feed
const selectFailure = ({ context }: CalendarFeedSnapshot) => context.failure
const selectIsFailed = (snapshot: CalendarFeedSnapshot) => snapshot.hasTag('failed')
const selectIsLoading = (snapshot: CalendarFeedSnapshot) => snapshot.matches('loading')
const selectIsUnreachable = (snapshot: CalendarFeedSnapshot) => snapshot.matches('unreachable')
const selectIsPrivate = (snapshot: CalendarFeedSnapshot) => snapshot.matches('private') || snapshot.matches('creating')
const selectIsShared = (snapshot: CalendarFeedSnapshot) => snapshot.matches('shared')
const selectIsBusy = (snapshot: CalendarFeedSnapshot) => snapshot.hasTag('busy')
const selectIsReplacing = (snapshot: CalendarFeedSnapshot) =>
  snapshot.matches('confirmingReplacement') || snapshot.matches('replacing')
const selectIsEnding = (snapshot: CalendarFeedSnapshot) =>
  snapshot.matches('confirmingEnd') || snapshot.matches('revoking')
const selectIsAsking = (snapshot: CalendarFeedSnapshot) => selectIsReplacing(snapshot) || selectIsEnding(snapshot)

/** Focuses new content of an open dialog, since the element that had the focus may be gone. */
const focus = (node: HTMLElement | null) => node?.focus()

const SharedAddress = ({ feed: actor }: { readonly feed: FeedActor }) => {
  const { timeZone } = useSession()
  const isShared = useSelector(actor, selectIsShared)
  const feed = useSelector(actor, selectFeed)
  if (feed === undefined) return null
  const { address, webcalAddress, createdAtUtc, createdBy } = feed
  return (
    <>
      <TextInput
        label="Address"
        value={address}
        readOnly
        // Remounts, and so takes the focus, after a confirmation closes.
        ref={isShared ? focus : null}
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        description={`Created ${formatDate(localOf(createdAtUtc, timeZone).date)} by ${createdBy}`}
        inputWrapperOrder={['label', 'input', 'description']}
      />
      <Group gap="xs">
        <CopyButton value={address} />
        <Button component="a" href={webcalAddress} variant="default">
          Open in calendar app
        </Button>
      </Group>
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="subtle" color="red" onClick={() => actor.send({ type: 'feed.revoke' })}>
          Stop sharing
        </Button>
        <Button variant="default" onClick={() => actor.send({ type: 'feed.replace' })}>
          Replace address
        </Button>
      </Group>
    </>
  )
}

const FeedDialog = ({ feed }: { readonly feed: FeedActor }) => {
  const isLoading = useSelector(feed, selectIsLoading)
  const isUnreachable = useSelector(feed, selectIsUnreachable)
  const isPrivate = useSelector(feed, selectIsPrivate)
  const isShared = useSelector(feed, selectIsShared)
  const isAsking = useSelector(feed, selectIsAsking)
  const isBusy = useSelector(feed, selectIsBusy)
  return (
    <Dialog
      opened={isLoading || isUnreachable || isPrivate || isShared || isAsking}
      onClose={() => feed.send({ type: 'dialog.close' })}
      isCovered={isAsking}
      title={TITLE}
    >
      <Stack gap="sm">
        <Text size="sm">{EXPLANATION}</Text>
        {isLoading && (
          <div role="status" aria-label="Loading...">
            <Skeleton height={36} />
          </div>
        )}
        {isUnreachable && (
          <Alert color="yellow" variant="light" py="xs">
            <Group justify="space-between" gap="xs">
              The address could not be loaded.
              <Button size="xs" variant="default" onClick={() => feed.send({ type: 'feed.retry' })}>
                Try again
              </Button>
            </Group>
          </Alert>
        )}
        {isPrivate && (
          <Group justify="flex-end">
            <Button ref={focus} loading={isBusy} data-autofocus onClick={() => feed.send({ type: 'feed.create' })}>
              Create address
            </Button>
          </Group>
        )}
        {(isShared || isAsking) && <SharedAddress feed={feed} />}
      </Stack>
    </Dialog>
  )
}

/** The confirmations before the address stops working, and error messages. */
const FeedQuestions = ({ feed }: { readonly feed: FeedActor }) => {
  const isReplacing = useSelector(feed, selectIsReplacing)
  const isEnding = useSelector(feed, selectIsEnding)
  const isBusy = useSelector(feed, selectIsBusy)
  const isFailed = useSelector(feed, selectIsFailed)
  const failure = useSelector(feed, selectFailure)
  const answers = {
    isBusy,
    onCancel: () => feed.send({ type: 'question.cancel' }),
    onConfirm: () => feed.send({ type: 'question.confirm' }),
  }
  if (isReplacing) {
    return (
      <ConfirmDialog
        question="Are you sure you want to replace the address?"
        destructiveLabel="Replace the address"
        details="Calendars that use the old address will stop updating until you give them the new one."
        {...answers}
      />
    )
  }
  if (isEnding) {
    return (
      <ConfirmDialog
        question="Are you sure you want to stop sharing this calendar?"
        destructiveLabel="Stop sharing the calendar"
        details="The address will stop working, and calendars that use it will stop updating."
        {...answers}
      />
    )
  }
  if (!isFailed) return null
  return (
    <MessageDialog
      title="Error"
      message={failure ?? 'The address could not be loaded.'}
      onClose={() => feed.send({ type: 'failure.dismiss' })}
    />
  )
}

/**
 * Shares a provider's calendar with other apps. Providers share their own calendar; administrators share that of the
 * provider chosen in the filter, and see no button without one.
 */
export const CalendarFeedButton = ({ calendar }: { readonly calendar: CalendarActor }) => {
  const { isAdministrator, providerId: own } = useSession()
  const chosen = useSelector(calendar, selectProvider)
  const feed = useActorRef(useProvided(calendarFeedMachine))
  useEffect(() => {
    const listeners = [
      feed.on('feed.replaced', () => notifications.show({ message: 'The address was replaced' })),
      feed.on('feed.revoked', () => notifications.show({ message: 'The calendar is no longer shared' })),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [feed])
  const providerId = isAdministrator ? chosen : (own ?? undefined)
  if (providerId === undefined) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarShare size={16} />}
        onClick={() => feed.send({ type: 'feed.open', providerId })}
      >
        Subscribe
      </Button>
      <FeedDialog feed={feed} />
      <FeedQuestions feed={feed} />
    </>
  )
}
