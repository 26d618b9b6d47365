import { Drawer } from '@mantine/core'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { addEventAlert } from '#domain/add-event-alerts.ts'
import type { LocalDate } from '#domain/time.ts'
import type { ChangeTarget } from '#machines/schedule/event-modal.machine.ts'
import type { StoredSessionQuery } from '#machines/schedule/stored-session.machine.ts'
import { useFocusBack } from '#ui/dialog/use-focus-back.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { NewSessionForm } from './new-session-form.tsx'
import classes from './session-form.module.css'
import { StoredSessionForm } from './stored-session-form.tsx'
import type { NewSessionPlace } from './use-new-session.ts'
import type { SessionFormHandle } from './use-session-form.ts'

/** Ends without a transform, which would break dragging students. */
const slideIn = {
  in: { transform: 'none', opacity: 1 },
  out: { transform: 'translateX(3rem)', opacity: 0 },
  transitionProperty: 'transform, opacity',
}

interface PanelProps {
  readonly title: string
  /** Renders the form. Closing goes through its ref, so that it can confirm first. */
  readonly children: (formRef: Ref<SessionFormHandle>) => ReactNode
  readonly onClose: () => void
}

/** A form in a side panel. Closing it with unsaved changes is confirmed first. */
const SessionPanel = ({ title, children, onClose }: PanelProps) => {
  const form = useRef<SessionFormHandle>(null)
  useFocusBack(true)
  return (
    <Drawer
      opened
      returnFocus={false}
      onClose={() => (form.current ? form.current.leave() : onClose())}
      position="right"
      transitionProps={{ transition: slideIn, duration: 150 }}
      size="46rem"
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.panel, body: classes.panelBody, title: classes.panelTitle }}
    >
      {children(form)}
    </Drawer>
  )
}

interface AddProps {
  readonly place: NewSessionPlace
  /** Called after the session is saved and its message is shown; close the panel and reload the calendar. */
  readonly onSaved: (date: LocalDate) => void
  readonly onClose: () => void
}

/** 'Add Session' in a side panel. Render it while it is open. */
export const AddSessionPanel = ({ place, onSaved, onClose }: AddProps) => (
  <SessionPanel title="Add Session" onClose={onClose}>
    {(formRef) => (
      <NewSessionForm place={place} noun="Session" onSaved={onSaved} onClosed={onClose} formRef={formRef} />
    )}
  </SessionPanel>
)

/** 'Add Event' of the weekday calendar, which also shows a dialog when its form is incomplete (spec 2, section 2.4). */
export const AddEventPanel = ({ place, onSaved, onClose }: AddProps) => {
  const [alert, setAlert] = useState<string>()
  return (
    <>
      <SessionPanel title="Add Event" onClose={onClose}>
        {(formRef) => (
          <NewSessionForm
            place={place}
            noun="Event"
            onSaved={onSaved}
            onClosed={onClose}
            onInvalid={(paths) => setAlert(addEventAlert(paths))}
            formRef={formRef}
          />
        )}
      </SessionPanel>
      {alert !== undefined && <MessageDialog title="Not saved" message={alert} onClose={() => setAlert(undefined)} />}
    </>
  )
}

interface EditProps {
  /** Fixed while the panel is open. */
  readonly target: ChangeTarget
  /** Called after the change is saved and its message is shown; close the panel and reload the calendar. */
  readonly onSaved: (date?: LocalDate) => void
  readonly onClose: () => void
}

const queryOf = ({ scope, occurrenceId, scheduleEventId }: ChangeTarget): StoredSessionQuery => ({
  scope,
  id: scope === 'occurrence' ? occurrenceId : scheduleEventId,
  isEdit: true,
})

/** 'Edit Session' in a side panel (spec 2, section 2.4). Render it while it is open. */
export const EditSessionPanel = ({ target, onSaved, onClose }: EditProps) => (
  <SessionPanel title="Edit Session" onClose={onClose}>
    {(formRef) => (
      <StoredSessionForm
        query={queryOf(target)}
        noun="Session"
        changeFromDate={target.scope === 'series' ? target.date : undefined}
        onSaved={onSaved}
        onClosed={() => onClose()}
        formRef={formRef}
      />
    )}
  </SessionPanel>
)
