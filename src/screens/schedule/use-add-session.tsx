import { type ReactNode, Suspense, useCallback, useState } from 'react'
import type { SessionNoun } from '#domain/session-form.ts'
import type { LocalTime } from '#domain/time.ts'
import { selectPlace } from '#machines/schedule/calendar.machine.ts'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import type { WeekGridRange } from '#ui/week-grid/types.ts'
import type { NewSessionPlace } from './session-form/use-new-session.ts'
import { showSaved } from './show-saved.ts'
import { UnsavedSession } from './unsaved-session.tsx'
import type { CalendarActor } from './use-calendar.ts'

const panels = {
  Session: lazyPart(async () => (await import('./session-form/session-form-panel.tsx')).AddSessionPanel),
  Event: lazyPart(async () => (await import('./session-form/session-form-panel.tsx')).AddEventPanel),
}

interface AddSession {
  /** Opens the form on the calendar's day, or on a range selected in it. */
  readonly open: (range?: WeekGridRange) => void
  /** Render it; empty while closed. */
  readonly panel: ReactNode
  /** Render it above the calendar; offers an unsaved session. */
  readonly unsaved: ReactNode
}

interface Options {
  /** 'Add Session', or the weekday calendar's 'Add Event'. */
  readonly noun?: SessionNoun
  /** The default start time if no range was selected. Defaults to the earliest possible. */
  readonly startsAt?: LocalTime
}

/** '+ Add Session' for a calendar, which reloads after a session is added. */
export const useAddSession = (calendar: CalendarActor, { noun = 'Session', startsAt }: Options = {}): AddSession => {
  const Panel = panels[noun]
  const [place, setPlace] = useState<NewSessionPlace>()
  const open = useCallback(
    (range?: WeekGridRange) => {
      const { date, filters } = selectPlace(calendar.getSnapshot())
      const { providers } = calendar.getSnapshot().context.options
      const hasLeft = providers.some(({ id, hasLeft }) => id === filters.providerId && hasLeft)
      setPlace({
        date: range?.date ?? date,
        startTime: range?.start,
        endTime: range?.end,
        providerId: hasLeft ? undefined : filters.providerId,
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
        onSaved={(date) => {
          close()
          showSaved(calendar, date)
        }}
      />
    </Suspense>
  )
  return { open, panel, unsaved: place === undefined && <UnsavedSession onContinue={() => open()} /> }
}
