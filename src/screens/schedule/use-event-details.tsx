import { notifications } from '@mantine/notifications'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { ChangeTarget } from '#machines/schedule/event-modal.machine.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { DeletionDialogs, selectIsDeletionShown } from './deletion-dialogs.tsx'
import { EventDetailsDialog } from './event-details-dialog.tsx'
import type { GridEvent } from './grid-events.ts'
import type { CalendarActor } from './use-calendar.ts'

const EditSessionPanel = lazy(async () => ({
  default: (await import('./session-form/session-form-panel.tsx')).EditSessionPanel,
}))

interface EventDetails {
  readonly open: (event: GridEvent) => void
  /** To be rendered; nothing while it is closed. */
  readonly dialog: ReactNode
}

/** The address of the form that edits an occurrence, or its series from its day on (spec 2, section 2.5). */
const editAddressOf = (target: ChangeTarget, isAdministrator: boolean): string => {
  const { scope, scheduleEventId, occurrenceId, date, isRecurring } = target
  const base = `${isAdministrator ? '/edit-schedule' : '/edit-schedule-provider'}/${scheduleEventId}`
  if (scope === 'series') return `${base}?from=${date}`
  return isAdministrator ? `${base}/${occurrenceId}/${isRecurring}` : `${base}/${occurrenceId}`
}

/**
 * The details of a session that is clicked on a calendar, which reads itself anew when sessions were changed there.
 *
 * @param editsInPanel Edit opens 'Edit Session' beside the calendar, in place of the page that edits
 */
export const useEventDetails = (calendar: CalendarActor, editsInPanel = false): EventDetails => {
  const { isAdministrator } = useSession()
  const [, navigate] = useLocation()
  const [edited, setEdited] = useState<ChangeTarget>()
  const modal = useActorRef(useProvided('eventModal'), { input: { isAdministrator } })
  const deletion = useActorRef(useProvided('sessionDeletion'))
  const isDeletionShown = useSelector(deletion, selectIsDeletionShown)
  useEffect(() => {
    const listeners = [
      modal.on('edit.chosen', ({ target }) => {
        if (editsInPanel) {
          setEdited(target)
          return
        }
        const cameFrom = `${window.location.pathname}${window.location.search}`
        navigate(editAddressOf(target, isAdministrator), { state: { cameFrom } })
      }),
      modal.on('deletion.chosen', ({ target }) => deletion.send({ type: 'action.ask', subject: target })),
      modal.on('edit.decided', () => calendar.send({ type: 'calendar.refresh' })),
      deletion.on('action.done', ({ outcome }) => {
        modal.send({ type: 'modal.close' })
        calendar.send({ type: 'calendar.refresh' })
        notifications.show({ message: String(outcome) })
      }),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [modal, deletion, calendar, navigate, isAdministrator, editsInPanel])
  const open = useCallback(
    ({ occurrenceId }: GridEvent) => modal.send({ type: 'event.open', id: occurrenceId }),
    [modal],
  )
  return {
    open,
    dialog: (
      <>
        <EventDetailsDialog modal={modal} isCovered={isDeletionShown} />
        <DeletionDialogs deletion={deletion} />
        {edited && (
          <Suspense>
            <EditSessionPanel
              target={edited}
              onClose={() => setEdited(undefined)}
              onSaved={() => {
                setEdited(undefined)
                calendar.send({ type: 'calendar.refresh' })
              }}
            />
          </Suspense>
        )}
      </>
    ),
  }
}
