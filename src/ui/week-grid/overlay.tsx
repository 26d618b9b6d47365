import { type CSSProperties, type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'
import type { State, Store, View } from './interaction.ts'
import { percentOf, rangeBetween, type Span } from './layout.ts'
import styles from './week-grid.module.css'
import { shortRange, slotName } from './words.ts'

interface OverlayProps {
  store: Store
  view: View
  now: { day: number; minute: number } | undefined
  /** Lets the grid move DOM focus after each focus change. */
  settle: (state: State) => void
  slot: RefObject<HTMLButtonElement | null>
}

/** Drawn over the columns: the current time, the focused slot, and the range or change in progress. */
export const Overlay = ({ store, view, now, settle, slot }: OverlayProps) => {
  const state = useSyncExternalStore(store.subscribe, store.get)
  useLayoutEffect(() => settle(state))
  const { focus, doing } = state
  const { window, days } = view
  const place = (span: Span): CSSProperties => ({
    top: `${percentOf(span.start, window)}%`,
    height: `${percentOf(span.end, window) - percentOf(span.start, window)}%`,
  })
  const drawn: Span | undefined =
    doing.kind === 'nothing'
      ? undefined
      : doing.kind === 'selecting'
        ? rangeBetween(doing.day, doing.anchor, doing.head, window)
        : doing.span
  return (
    <>
      <div className={styles.layer} style={{ gridColumn: focus.day + 2 }}>
        <button
          type="button"
          ref={slot}
          className={styles.slot}
          style={place({ day: focus.day, start: focus.minute, end: focus.minute + window.snap })}
          tabIndex={-1}
          aria-label={slotName(focus.day, focus.minute, window.snap, days)}
          data-slot=""
          data-touched={focus.touched || undefined}
          hidden={focus.id !== undefined}
        >
          {focus.touched ? '+' : null}
        </button>
      </div>
      {drawn ? (
        <div className={styles.layer} style={{ gridColumn: drawn.day + 2 }} aria-hidden="true">
          <div className={styles.drawn} data-doing={doing.kind} style={place(drawn)}>
            {shortRange(drawn.start, drawn.end)}
          </div>
        </div>
      ) : null}
      {now ? (
        <div className={styles.layer} style={{ gridColumn: now.day + 2 }} aria-hidden="true">
          <div className={styles.now} data-now="" style={{ top: `${percentOf(now.minute, window)}%` }} />
        </div>
      ) : null}
    </>
  )
}

/** Announces what the keyboard selects, moves and resizes. */
export const LiveRegion = ({ store }: { store: Store }) => {
  const { said } = useSyncExternalStore(store.subscribe, store.get)
  return (
    <div className={styles.hidden} role="status" aria-live="polite">
      {said}
    </div>
  )
}
