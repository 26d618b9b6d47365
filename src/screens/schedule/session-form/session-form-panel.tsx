import { Drawer } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { LocalDate, LocalTime } from '#domain/time.ts'
import classes from './session-form.module.css'
import { SessionForm } from './session-form.tsx'
import { useNewSession } from './use-new-session.ts'
import { useSessionForm } from './use-session-form.ts'

export interface NewSessionPlace {
  readonly date: LocalDate
  readonly startTime?: LocalTime | undefined
  readonly endTime?: LocalTime | undefined
  /** Chosen already, on the calendar that the form was opened from. */
  readonly providerId?: number | undefined
}

interface Props {
  readonly place: NewSessionPlace
  /** The session is stored and said so: close the panel and read the calendar anew. */
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Ends without a transform, which would throw off the dragging of students. */
const slideIn = {
  in: { transform: 'none', opacity: 1 },
  out: { transform: 'translateX(3rem)', opacity: 0 },
  transitionProperty: 'transform, opacity',
}

/** 'Add Session' in a side panel. Render it while it is open; leaving it asks first when something was entered. */
export const AddSessionPanel = ({ place, onSaved, onClose }: Props) => {
  const input = useNewSession(place, 'Session')
  const view = useSessionForm(input, {
    onSaved: ({ message }) => {
      notifications.show({ message })
      onSaved()
    },
    onClosed: onClose,
  })
  return (
    <Drawer
      opened
      onClose={() => view.actor.send({ type: 'form.cancel' })}
      position="right"
      transitionProps={{ transition: slideIn, duration: 150 }}
      size="46rem"
      title="Add Session"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.panel, body: classes.panelBody, title: classes.panelTitle }}
    >
      <SessionForm view={view} />
    </Drawer>
  )
}
