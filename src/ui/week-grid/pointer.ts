/**
 * Mouse, pen and touch. A mouse drags at once; a finger scrolls, and drags after a long press. Clicking a free slot
 * selects it; the first tap highlights the slot, the second selects it.
 */
import {
  cancel,
  change,
  commit,
  mayChange,
  type Outcome,
  type Store,
  select,
  spanOf,
  type View,
} from './interaction.ts'
import { movedTo, resizedTo, type Span, snapDown } from './layout.ts'

const MOUSE_SLACK = 4
const FINGER_SLACK = 8
const LONG_PRESS = 350
/** Height of the resize strip at an event's bottom edge; at most a third of the event. */
const EDGE = { mouse: 7, touch: 14 }
const SCROLL_EDGE = 36
const SCROLL_STEP = 12

export interface GridElements {
  body: HTMLElement
  scroller: HTMLElement
  /** Width and height of the sticky column and header, in pixels. */
  covered: () => { left: number; top: number }
}

export interface GestureContext {
  elements: GridElements
  view: () => View
  store: Store
  take: (outcome: Outcome) => void
}

interface Point {
  x: number
  y: number
}

const columnsOf = (body: HTMLElement) => [...body.querySelectorAll<HTMLElement>('[data-day]')]

/** The day and minute under a point, or the nearest if it is outside the columns. */
const momentAt = (point: Point, body: HTMLElement, view: View): { day: number; minute: number } => {
  const rects = columnsOf(body).map((column) => column.getBoundingClientRect())
  const distance = (rect: DOMRect) => Math.max(rect.left - point.x, point.x - rect.right, 0)
  let day = 0
  rects.forEach((rect, index) => {
    const best = rects[day]
    if (best && distance(rect) < distance(best)) day = index
  })
  const rect = rects[day]
  const { from, to } = view.window
  const part = rect ? (point.y - rect.top) / rect.height : 0
  return { day, minute: from + Math.max(0, Math.min(1, part)) * (to - from) }
}

/** Whether a gesture that starts here resizes the event rather than moving it. */
const isOnEdge = (at: PointerEvent, element: HTMLElement): boolean => {
  const rect = element.getBoundingClientRect()
  const edge = Math.min(at.pointerType === 'touch' ? EDGE.touch : EDGE.mouse, rect.height / 3)
  return rect.bottom - at.clientY <= edge
}

/** The event under the pointer, if it can be moved and resized. */
const changeableAt = (at: PointerEvent, view: View) => {
  const element = at.target instanceof Element ? at.target.closest<HTMLElement>('[data-event]') : null
  const event = view.eventOf(element?.dataset.event ?? '')
  return element && event && mayChange(event, view) ? { element, event } : undefined
}

/** Whether a press here would resize an event; sets the cursor. */
export const resizesAt = (at: PointerEvent, view: View): boolean => {
  const found = changeableAt(at, view)
  return found !== undefined && isOnEdge(at, found.element)
}

/** What a gesture that starts here drags: a new range, an event, or an event's end. */
const dragFor = (down: PointerEvent, context: GestureContext) => {
  const target = down.target instanceof Element ? down.target : undefined
  const { elements } = context
  const view = context.view()
  const point = { x: down.clientX, y: down.clientY }
  if (!target?.closest('[data-event]')) {
    if (!view.canSelect || !target?.closest('[data-day]')) return undefined
    const { day, minute } = momentAt(point, elements.body, view)
    const anchor = snapDown(minute, view.window)
    return {
      slot: { day, minute: anchor },
      at: (to: Point): Outcome => {
        const now = context.view()
        return select(day, anchor, snapDown(momentAt(to, elements.body, now).minute, now.window), 'pointer', now)
      },
    }
  }
  const found = changeableAt(down, view)
  if (!found) return undefined
  const { event } = found
  const span = spanOf(event, view)
  const resizes = isOnEdge(down, found.element)
  const grabbed = momentAt(point, elements.body, view).minute
  let last: Span = span
  return {
    at: (to: Point): Outcome => {
      const now = context.view()
      const moment = momentAt(to, elements.body, now)
      const delta = moment.minute - grabbed
      // Ignore closed days.
      if (resizes) last = resizedTo(span, span.end + delta, now.window)
      else if (now.isClosed(moment.day)) last = span
      else last = movedTo(span.end - span.start, moment.day, span.start + delta, now.window)
      return change(resizes ? 'resizing' : 'moving', event.id, last, 'pointer', now)
    },
  }
}

/** Scrolls the box while dragging near its edge; true if it scrolled. */
const scrollAtEdge = (point: Point, { scroller, covered }: GridElements): boolean => {
  const box = scroller.getBoundingClientRect()
  const { left, top } = covered()
  const along = (at: number, start: number, end: number) =>
    at < start + SCROLL_EDGE ? -SCROLL_STEP : at > end - SCROLL_EDGE ? SCROLL_STEP : 0
  const before = scroller.scrollTop + scroller.scrollLeft
  scroller.scrollBy(along(point.x, box.left + left, box.right), along(point.y, box.top + top, box.bottom))
  return scroller.scrollTop + scroller.scrollLeft !== before
}

/**
 * Follows a pointer from its press to its release.
 * @param used called on release if the gesture was handled, so that the click that follows is ignored
 */
export const followPointer = (down: PointerEvent, context: GestureContext, used: (up: PointerEvent) => void): void => {
  if (down.button !== 0 || !down.isPrimary || context.store.get().doing.kind !== 'nothing') return
  const drag = dragFor(down, context)
  if (!drag) return
  const touch = down.pointerType === 'touch'
  const origin: Point = { x: down.clientX, y: down.clientY }
  let point = origin
  let dragging = false
  let frame = 0
  let timer = 0

  const begin = () => {
    dragging = true
    context.take(drag.at(point))
    const follow = () => {
      if (scrollAtEdge(point, context.elements)) context.take(drag.at(point))
      frame = requestAnimationFrame(follow)
    }
    frame = requestAnimationFrame(follow)
  }
  const end = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    listening.abort()
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return
    point = { x: event.clientX, y: event.clientY }
    if (dragging) return context.take(drag.at(point))
    const far = Math.hypot(point.x - origin.x, point.y - origin.y)
    if (touch && far > FINGER_SLACK) return end()
    if (!touch && far > MOUSE_SLACK) begin()
  }
  const up = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return
    end()
    if (dragging || drag.slot) used(event)
    if (dragging) return context.take(commit(context.store.get().doing, context.view()))
    if (!drag.slot) return
    const { doing, said } = drag.at(origin)
    const touched = touch && doing !== undefined
    context.take({ focus: { ...drag.slot, touched }, said: touched ? '' : said })
    if (doing && !touched) context.take(commit(doing, context.view()))
  }
  const stop = () => {
    end()
    if (dragging) context.take(cancel(context.store.get().doing))
  }
  const listening = new AbortController()
  const options = { signal: listening.signal }
  window.addEventListener('pointermove', move, options)
  window.addEventListener('pointerup', up, options)
  window.addEventListener('pointercancel', stop, options)
  window.addEventListener('blur', stop, options)
  window.addEventListener('keydown', (event) => event.key === 'Escape' && stop(), options)
  if (touch) timer = window.setTimeout(begin, LONG_PRESS)
}
