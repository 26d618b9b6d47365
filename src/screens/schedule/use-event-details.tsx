import { useActorRef } from '@xstate/react'
import { type ReactNode, useCallback } from 'react'
import { useProvided } from '#screens/provided.tsx'
import { EventDetailsDialog } from './event-details-dialog.tsx'
import type { GridEvent } from './grid-events.ts'

interface EventDetails {
  readonly open: (event: GridEvent) => void
  /** To be rendered; nothing while it is closed. */
  readonly dialog: ReactNode
}

/** The details of a session that is clicked on a calendar. */
export const useEventDetails = (): EventDetails => {
  const modal = useActorRef(useProvided('eventModal'))
  const open = useCallback(
    ({ occurrenceId }: GridEvent) => modal.send({ type: 'event.open', id: occurrenceId }),
    [modal],
  )
  return { open, dialog: <EventDetailsDialog modal={modal} /> }
}
