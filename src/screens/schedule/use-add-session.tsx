import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { SessionNoun } from '#domain/session-form.ts'
import type { LocalTime } from '#domain/time.ts'
import { selectPlace } from '#machines/schedule/calendar.machine.ts'
import type { WeekGridRange } from '#ui/week-grid/types.ts'
import type { NewSessionPlace } from './session-form/use-new-session.ts'
import { UnsavedSession } from './unsaved-session.tsx'
import type { CalendarActor } from './use-calendar.ts'

const panels = {
  Session: lazy(async () => ({ default: (await import('./session-form/session-form-panel.tsx')).AddSessionPanel })),
  Event: lazy(async () => ({ default: (await import('./session-form/session-form-panel.tsx')).AddEventPanel })),
}

interface AddSession {
  /** Opens the form on the calendar's day, or on a range chosen in it. */
  readonly open: (range?: WeekGridRange) => void
  /** To be rendered; nothing while it is closed. */
  readonly panel: ReactNode
  /** To be rendered above what the calendar shows: that there is a session which was not saved. */
  readonly unsaved: ReactNode
}

interface Options {
  /** 'Add Session', or the weekday calendar's 'Add Event'. */
  readonly noun?: SessionNoun
  /** When a session starts for which no range was chosen; else the earliest that there is. */
  readonly startsAt?: LocalTime
}

/** '+ Add Session' beside a calendar, which reads itself anew when one was added. */
export const useAddSession = (calendar: CalendarActor, { noun = 'Session', startsAt }: Options = {}): AddSession => {
  const Panel = panels[noun]
  const [place, setPlace] = useState<NewSessionPlace>()
  const open = useCallback(
    (range?: WeekGridRange) => {
      const { date, filters } = selectPlace(calendar.getSnapshot())
      setPlace({
        date: range?.date ?? date,
        startTime: range?.start,
        endTime: range?.end,
        providerId: filters.providerId,
        startsAt,
      })
    },
    [calendar, startsAt],
  )
  const close = () => setPlace(undefined)
  const panel = place && (
    <Suspense>
      <Panel
        place={place}
        onClose={close}
        onSaved={() => {
          close()
          calendar.send({ type: 'calendar.refresh' })
        }}
      />
    </Suspense>
  )
  return { open, panel, unsaved: place === undefined && <UnsavedSession onContinue={() => open()} /> }
}
