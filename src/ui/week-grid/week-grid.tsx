import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { LocalDate } from '#domain/time.ts'
import { minutesOf } from '#domain/time.ts'
import { DayColumn } from './day-column.tsx'
import { dayToBeginOn } from './day-to-begin-on.ts'
import { Head } from './head.tsx'
import { activate, createStore, NOTHING, type Outcome, type State, type View } from './interaction.ts'
import { onKey } from './keyboard.ts'
import {
  type DayLayout,
  groupByDay,
  layOutDay,
  percentOf,
  rangeOf,
  snapDown,
  stepsOf,
  type Window,
  windowOf,
} from './layout.ts'
import { LiveRegion, Overlay } from './overlay.tsx'
import { followPointer, resizesAt } from './pointer.ts'
import type { WeekGridEvent, WeekGridProps } from './types.ts'
import styles from './week-grid.module.css'
import { HELP, labelOf } from './words.ts'

/** A click this soon after a gesture's release (by event timestamps) belongs to the gesture. */
const SAME_CLICK_MS = 300

/** Events by day and their layouts; unchanged days keep their identity. */
const useLayouts = <E extends WeekGridEvent>(days: readonly LocalDate[], events: readonly E[], window: Window) => {
  const groups = useRef<ReadonlyMap<LocalDate, readonly E[]>>(undefined)
  const layouts = useRef<{ window: Window; of: WeakMap<readonly E[], DayLayout<E>> }>(undefined)
  return useMemo(() => {
    groups.current = groupByDay(days, events, groups.current)
    if (layouts.current?.window !== window) layouts.current = { window, of: new WeakMap() }
    const known = layouts.current.of
    return days.map((date) => {
      const group = groups.current?.get(date) ?? []
      const layout = known.get(group) ?? layOutDay(group, window)
      known.set(group, layout)
      return layout
    })
  }, [days, events, window])
}

/** The day columns as CSS: each as wide as its lanes need, with the rest shared evenly. */
const columnsFor = (layouts: readonly DayLayout<WeekGridEvent>[]) => {
  const widths = layouts.map(({ lanes }) => `max(var(--day-min), ${lanes} * var(--lane-min))`)
  return {
    template: { gridTemplateColumns: `var(--gutter) ${widths.map((width) => `minmax(${width}, 1fr)`).join(' ')}` },
    least: `calc(var(--gutter) + ${widths.join(' + ')})`,
  }
}

const variables = (values: Record<`--${string}`, string | number>): CSSProperties => ({ ...values })

/**
 * Days side by side on a shared time axis: one day, a week, or any set of days.
 *
 * Takes and returns wall-clock strings, with no time zones, API calls or workflows. It has one tab stop besides the
 * controls in the header and all-day row; keyboard.ts lists the keys. The owner keeps the events: the grid only reports
 * moves and resizes.
 */
export const WeekGrid = <E extends WeekGridEvent>(props: WeekGridProps<E>) => {
  const { days, events, from = '07:00', to = '23:59', slotMinutes = 15, labelMinutes = 60 } = props
  const snapMinutes = props.snapMinutes ?? slotMinutes
  const window = useMemo(
    () => windowOf({ from, to, slotMinutes, labelMinutes, snapMinutes }),
    [from, to, slotMinutes, labelMinutes, snapMinutes],
  )
  const layouts = useLayouts(days, events, window)
  const today = props.now?.date
  const byId = useMemo(() => new Map(events.map((event) => [event.id, event])), [events])
  const view: View = {
    days,
    window,
    layouts,
    eventOf: (id) => byId.get(id),
    canSelect: props.onRangeSelect !== undefined,
    canChange: props.onEventChange !== undefined,
    isClosed: (day) => props.closedDays?.includes(days[day] ?? '') ?? false,
  }

  const firstShown = () => {
    if (props.scrollTo) return minutesOf(props.scrollTo)
    const tops = layouts.flatMap((layout) => layout.placed[0]?.top ?? [])
    if (tops.length > 0) return Math.min(...tops)
    return props.now ? minutesOf(props.now.time) : window.from
  }
  const [store] = useState(() =>
    createStore({
      focus: { day: Math.max(0, days.indexOf(today ?? '')), minute: snapDown(firstShown(), window) },
      doing: NOTHING,
      said: '',
    }),
  )

  const helpId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const slot = useRef<HTMLButtonElement>(null)
  const hasFocus = useRef(false)
  const stop = useRef<HTMLElement>(null)
  const usedAt = useRef(Number.NEGATIVE_INFINITY)
  /** A key was pressed whose outcome must be visible. */
  const wasKeyed = useRef(false)

  const latest = useRef({ view, props })
  useLayoutEffect(() => {
    latest.current = { view, props }
  })

  const take = useCallback(
    ({ action, ...next }: Outcome) => {
      store.set(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)))
      if (!action) return
      const { view, props } = latest.current
      if (action.kind === 'open') {
        const event = view.eventOf(action.id)
        if (event) props.onEventOpen?.(event as E)
        return
      }
      const range = rangeOf(action.span, view.days)
      if (!range) return
      if (action.kind === 'select') {
        // Focus before the owner opens a dialog, so that closing it returns focus to the slot.
        hasFocus.current = true
        if (slot.current) slot.current.hidden = false
        slot.current?.focus({ preventScroll: true })
        props.onRangeSelect?.(range)
      } else props.onEventChange?.({ id: action.id, ...range })
    },
    [store],
  )

  const elementOf = (id: string) => body.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`)

  /** Keeps a single tab stop, and DOM focus on it while focus is in the grid. */
  const settle = ({ focus, doing }: State) => {
    const element = focus.id === undefined ? null : elementOf(focus.id)
    if (focus.id !== undefined && !element) {
      // The event is gone: focus its slot.
      const day = Math.min(focus.day, days.length - 1)
      return store.set({ focus: { day, minute: snapDown(focus.minute, window) }, doing: NOTHING })
    }
    if (focus.day >= days.length) return store.set({ focus: { ...focus, day: days.length - 1 } })
    const target = element ?? slot.current
    if (stop.current && stop.current !== target) stop.current.tabIndex = -1
    if (target) target.tabIndex = 0
    stop.current = target
    body.current?.querySelector('[data-changing]')?.removeAttribute('data-changing')
    if (doing.kind === 'moving' || doing.kind === 'resizing') elementOf(doing.id)?.setAttribute('data-changing', '')
    const active = document.activeElement
    if (!hasFocus.current || !target) return
    if (active !== target) {
      if (active !== document.body && !body.current?.contains(active)) return
      target.focus({ preventScroll: true })
      if (doing.kind === 'nothing' || doing.by === 'keyboard') reveal(target)
    } else if (wasKeyed.current) {
      // The one slot button moves, so it keeps DOM focus; and a change is drawn away from its event.
      const isChanging = doing.kind === 'moving' || doing.kind === 'resizing'
      reveal((isChanging && body.current?.querySelector('[data-doing]')) || target)
    }
    wasKeyed.current = false
  }

  const covered = useCallback(
    () => ({
      left: body.current?.querySelector<HTMLElement>(`.${styles.gutter}`)?.offsetWidth ?? 0,
      top: head.current?.offsetHeight ?? 0,
    }),
    [],
  )

  /** Keeps elements scrolled into view clear of the sticky header and time column. */
  const padScroller = useCallback(() => {
    if (!head.current || !scroller.current) return
    const { left, top } = covered()
    scroller.current.style.scrollPadding = `${top + 4}px 4px 4px ${left + 4}px`
  }, [covered])
  useLayoutEffect(padScroller)

  const reveal = (element: Element) => {
    // The all-day row may have grown since the grid rendered.
    padScroller()
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  const beginAt = useRef(firstShown())
  const [beginOn] = useState(() => {
    const busy = new Set(days.filter((_, day) => (layouts[day]?.placed.length ?? 0) > 0))
    return dayToBeginOn(days, (date) => busy.has(date), today)
  })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !body.current) return
    box.scrollTop = (percentOf(beginAt.current, window) / 100) * body.current.offsetHeight - 8
    const column = body.current.querySelector<HTMLElement>(`[data-day="${beginOn}"]`)
    if (column && box.scrollWidth > box.clientWidth) box.scrollLeft = column.offsetLeft - covered().left
  }, [window, beginOn, covered])

  useEffect(() => {
    const element = body.current
    if (!element || !scroller.current) return
    const elements = { body: element, scroller: scroller.current, covered }
    const context = { elements, view: () => latest.current.view, store, take }
    const listening = new AbortController()
    const isDragging = () => {
      const { doing } = store.get()
      return doing.kind !== 'nothing' && doing.by === 'pointer'
    }
    const press = (down: PointerEvent) => {
      usedAt.current = Number.NEGATIVE_INFINITY
      followPointer(down, context, (up) => {
        hasFocus.current = true
        usedAt.current = up.timeStamp
      })
    }
    // The tooltip shows what doesn't fit in a small event.
    const hover = ({ target }: PointerEvent) => {
      const event = target instanceof Element ? target.closest<HTMLElement>('[data-event]') : null
      if (event) event.title = event.ariaLabel ?? `${event.dataset.time}, ${event.innerText}`
    }
    const aim = (move: PointerEvent) => {
      element.toggleAttribute('data-edge', move.pointerType === 'mouse' && resizesAt(move, latest.current.view))
    }
    // Touch dragging must not also scroll or open the browser's context menu.
    const hold = (event: Event) => isDragging() && event.preventDefault()
    element.addEventListener('pointerdown', press, { signal: listening.signal })
    element.addEventListener('pointermove', aim, { signal: listening.signal })
    element.addEventListener('pointerover', hover, { signal: listening.signal })
    element.addEventListener('touchmove', hold, { signal: listening.signal, passive: false })
    element.addEventListener('contextmenu', hold, { signal: listening.signal })
    return () => listening.abort()
  }, [store, take, covered])

  const onClick = (click: MouseEvent) => {
    if (!(click.target instanceof Element) || click.timeStamp - usedAt.current < SAME_CLICK_MS) return
    if (click.target.closest('[data-event], [data-slot]')) take(activate(store.get(), view))
  }

  const onKeyDown = (press: KeyboardEvent) => {
    if (press.altKey) return
    const key = { key: press.key, shift: press.shiftKey, ctrl: press.ctrlKey || press.metaKey }
    // Slots are buttons, so Enter and Space arrive as clicks; events aren't buttons.
    const pressed = (key.key === 'Enter' || key.key === ' ') && !(press.target instanceof HTMLButtonElement)
    const outcome = pressed && !press.repeat ? activate(store.get(), view) : onKey(key, store.get(), view)
    if (!outcome) return
    press.preventDefault()
    press.stopPropagation()
    wasKeyed.current = true
    take(outcome)
  }

  const onFocus = ({ target }: { target: EventTarget }) => {
    hasFocus.current = true
    const id = target instanceof HTMLElement ? target.dataset.event : undefined
    if (id === undefined) return
    const day = layouts.findIndex((layout) => layout.placed.some(({ event }) => event.id === id))
    const minute = layouts[day]?.placed.find(({ event }) => event.id === id)?.top
    if (minute !== undefined) store.set({ focus: { day, minute, id } })
  }

  const onBlur = ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
    if (relatedTarget instanceof Node && body.current?.contains(relatedTarget)) return
    hasFocus.current = false
    const { doing, focus } = store.get()
    if (doing.kind !== 'nothing' && doing.by === 'keyboard') store.set({ doing: NOTHING, said: '' })
    if (focus.touched) store.set({ focus: { ...focus, touched: false } })
  }

  const { template, least } = columnsFor(layouts)
  const nowDay = props.now ? days.indexOf(props.now.date) : -1
  const nowMinute = props.now ? minutesOf(props.now.time) : -1
  const now =
    nowDay >= 0 && nowMinute >= window.from && nowMinute <= window.to ? { day: nowDay, minute: nowMinute } : undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles.root} role="group" aria-label={props.ariaLabel} aria-describedby={helpId}>
      <div
        className={styles.scroller}
        ref={scroller}
        style={props.maxHeight ? variables({ '--max-height': props.maxHeight }) : undefined}
      >
        <div
          className={styles.sheet}
          style={variables({
            '--least': least,
            '--slot-minutes': window.slot,
            '--label-minutes': window.label,
            '--minutes': window.to - window.from,
          })}
          data-days={days.length}
        >
          <Head
            ref={head}
            days={days}
            columns={template}
            today={today}
            renderDayHeader={props.renderDayHeader}
            renderAllDay={props.renderAllDay}
            allDayLabel={props.allDayLabel ?? 'All day'}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: events and slots are buttons; this listens for all of them */}
          <div
            className={styles.body}
            style={template}
            ref={body}
            onClick={onClick}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
            onBlur={onBlur}
          >
            <div className={styles.gutter} aria-hidden="true">
              {stepsOf(window, window.label).map((minute) => (
                <span key={minute} style={{ top: `${percentOf(minute, window)}%` }}>
                  {labelOf(minute)}
                </span>
              ))}
            </div>
            {days.map((date, day) => (
              <DayColumn
                key={date}
                day={day}
                date={date}
                layout={layouts[day] ?? EMPTY}
                window={window}
                closed={view.isClosed(day)}
                renderEvent={props.renderEvent as ((event: WeekGridEvent) => ReactNode) | undefined}
              />
            ))}
            <Overlay store={store} view={view} now={now} settle={settle} slot={slot} />
          </div>
        </div>
      </div>
      <p id={helpId} hidden>
        {HELP}
      </p>
      <LiveRegion store={store} />
    </div>
  )
}

const EMPTY: DayLayout<WeekGridEvent> = { placed: [], lanes: 1 }
