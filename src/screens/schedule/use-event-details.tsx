import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { SavedTimesheet } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'
import {
  type ChangeTarget,
  type EditDecision,
  type EventModalSnapshot,
  eventModalMachine,
} from '#machines/schedule/event-modal.machine.ts'
import { sessionDeletionMachine } from '#machines/schedule/session-deletion.machine.ts'
import { idOfAddress } from '#screens/id-of-address.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useLive } from '#screens/use-live.ts'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import { DeletionDialogs, selectIsDeletionShown } from './deletion-dialogs.tsx'
import { EventDetailsDialog } from './event-details-dialog.tsx'
import type { GridEvent } from './grid-events.ts'
import { createAddressOf, editAddressOf, viewAddressOf } from './session-addresses.ts'
import { showSaved } from './show-saved.ts'
import type { CalendarActor } from './use-calendar.ts'
import { useRecording } from './use-recording.tsx'

const EditSessionPanel = lazyPart(async () => (await import('./session-form/session-form-panel.tsx')).EditSessionPanel)

interface Options {
  /** Edit opens 'Edit Session' in a side panel instead of a page. */
  readonly editsInPanel?: boolean
  /** The calendar is in schedule-creator mode. */
  readonly isCreator?: boolean
  /** A session without students opens on its page, if the user has access. */
  readonly viewsApart?: boolean
  /** Lets labels, notes, and hours be recorded in the details. */
  readonly records?: boolean
  /** The address that opened pages lead back to. Default: the current one. */
  readonly cameFrom?: string | undefined
  /** Called if the session no longer exists. */
  readonly onMissing?: (id: number, leaveTo: (address: string) => void) => void
  /** Called with saved hours, so that other views can update. */
  readonly onHoursSaved?: (saved: SavedTimesheet) => void
  /** Called after sessions were changed or deleted. */
  readonly onChanged: (date?: LocalDate) => void
}

const DECIDED = {
  approve: 'The change has been approved',
  reject: 'The change has been rejected',
  withdraw: 'The request has been withdrawn',
} as const satisfies Record<EditDecision, string>

const selectDay = ({ context: { detail } }: EventModalSnapshot) => detail?.original.eventDate
/** The day to which a waiting change moves the session. */
const selectEditedDay = ({ context: { detail } }: EventModalSnapshot) => detail?.edited?.eventDate
const selectIsClosed = (snapshot: EventModalSnapshot) => snapshot.matches('closed')

interface EventDialog {
  readonly open: (occurrenceId: number) => void
  readonly isClosed: boolean
  /** Render it; empty while closed. */
  readonly dialog: ReactNode
}

/** The details of one session in a dialog, with the actions on it. */
export const useEventDialog = (options: Options): EventDialog => {
  const { editsInPanel = false, viewsApart = false, isCreator = false, records = false } = options
  const { isAdministrator } = useSession()
  const [, navigate] = useLocation()
  const [edited, setEdited] = useState<ChangeTarget>()
  const modal = useActorRef(useProvided(eventModalMachine), { input: { isAdministrator, viewsApart, isCreator } })
  const deletion = useActorRef(useProvided(sessionDeletionMachine))
  const isDeletionShown = useSelector(deletion, selectIsDeletionShown)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const leaveTo = (address: string) => {
      const here = `${window.location.pathname}${window.location.search}`
      navigate(address, { state: { cameFrom: latest.current.cameFrom ?? here } })
    }
    const listeners = [
      modal.on('edit.chosen', ({ target }) => {
        if (editsInPanel) setEdited(target)
        else leaveTo(editAddressOf(target, isAdministrator))
      }),
      modal.on('view.chosen', ({ target }) => leaveTo(viewAddressOf(target))),
      modal.on('original.missing', ({ id }) => latest.current.onMissing?.(id, leaveTo)),
      modal.on('event.vanished', () => notifications.show({ message: 'This session has been deleted.' })),
      modal.on('deletion.chosen', ({ target }) => deletion.send({ type: 'deletion.ask', target })),
      modal.on('edit.decided', ({ decision }) => {
        latest.current.onChanged()
        notifications.show({ message: DECIDED[decision] })
      }),
      deletion.on('sessions.deleted', ({ message }) => {
        modal.send({ type: 'modal.close' })
        latest.current.onChanged()
        notifications.show({ message })
      }),
      // The details are out of date; the calendar shows the new state.
      deletion.on('sessions.outdate', () => {
        modal.send({ type: 'modal.close' })
        latest.current.onChanged()
      }),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [modal, deletion, navigate, isAdministrator, editsInPanel])
  const day = useSelector(modal, selectDay)
  const editedDay = useSelector(modal, selectEditedDay)
  const ofDay = { from: day, to: day }
  const ofEditedDay = { from: editedDay, to: editedDay }
  useLive(
    [
      { topic: 'sessions', ...ofDay },
      { topic: 'days', ...ofDay },
      // The warnings about the waiting change.
      ...(editedDay === undefined
        ? []
        : (['sessions', 'days', 'timeOff'] as const).map((topic) => ({ topic, ...ofEditedDay }))),
    ],
    () => modal.send({ type: 'event.follow' }),
  )
  const reread = useCallback(() => {
    modal.send({ type: 'event.open', id: modal.getSnapshot().context.id })
    latest.current.onChanged()
  }, [modal])
  const replaceHours = useCallback(
    (saved: SavedTimesheet) => {
      modal.send({ type: 'timesheet.replace', saved })
      latest.current.onHoursSaved?.(saved)
    },
    [modal],
  )
  const refresh = useCallback(() => latest.current.onChanged(), [])
  const recording = useRecording({ onSaved: reread, onHoursSaved: replaceHours, onHoursRefused: refresh })
  const open = useCallback((occurrenceId: number) => modal.send({ type: 'event.open', id: occurrenceId }), [modal])
  const isClosed = useSelector(modal, selectIsClosed)
  return {
    open,
    isClosed,
    dialog: (
      <>
        <EventDetailsDialog
          modal={modal}
          isCovered={isDeletionShown || recording.isOpen}
          recording={records ? recording.actions : undefined}
        />
        {records && recording.dialogs}
        <DeletionDialogs deletion={deletion} />
        {edited && (
          <Suspense>
            <EditSessionPanel
              target={edited}
              onClose={() => setEdited(undefined)}
              onSaved={(date) => {
                setEdited(undefined)
                options.onChanged(date)
              }}
            />
          </Suspense>
        )}
      </>
    ),
  }
}

/** Opens the session that the address names, such as a notification's, until its details are closed. */
const useNamedSession = ({ open, isClosed }: EventDialog): void => {
  const [path, navigate] = useLocation()
  const named = idOfAddress(new URLSearchParams(useSearch()).get('session'))
  const opened = useRef<number>(undefined)
  useEffect(() => {
    if (named === undefined) opened.current = undefined
    else if (opened.current !== named) {
      opened.current = named
      open(named)
    } else if (isClosed) {
      const query = new URLSearchParams(window.location.search)
      query.delete('session')
      navigate(query.size > 0 ? `${path}?${query}` : path, { replace: true })
    }
  }, [named, isClosed, open, path, navigate])
}

interface EventDetails {
  readonly open: (event: GridEvent) => void
  /** Render it; empty while closed. */
  readonly dialog: ReactNode
}

/**
 * The details of a session clicked on a calendar, which reloads after changes to sessions. Sessions without students, and
 * sessions that no longer exist, open on separate pages (spec 2, section 2.4).
 *
 * @param options `editsInPanel` opens 'Edit Session' in a side panel; `records` lets labels, notes, and hours be recorded
 */
export const useEventDetails = (
  calendar: CalendarActor,
  options: Pick<Options, 'editsInPanel' | 'records'> = {},
): EventDetails => {
  const { isAdministrator, roleName } = useSession()
  const eventDialog = useEventDialog({
    ...options,
    isCreator: calendar.getSnapshot().context.isCreator,
    // Only special providers have the page that shows a session (spec 1, section 2).
    viewsApart: roleName === 'SpecialProvider',
    onChanged: (date) => showSaved(calendar, date),
    onHoursSaved: (saved) => calendar.send({ type: 'timesheet.replace', saved }),
    onMissing: (id, leaveTo) => {
      const event = calendar.getSnapshot().context.data?.events.find((each) => each.id === id)
      calendar.send({ type: 'calendar.refresh' })
      if (event) leaveTo(createAddressOf(event, isAdministrator))
      else notifications.show({ message: 'This session is no longer on the schedule.' })
    },
  })
  const { open: openDialog, dialog } = eventDialog
  useNamedSession(eventDialog)
  const open = useCallback(({ occurrenceId }: GridEvent) => openDialog(occurrenceId), [openDialog])
  return { open, dialog }
}
