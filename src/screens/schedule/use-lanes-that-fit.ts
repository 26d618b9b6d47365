import { useCallback, useState } from 'react'

/** In a narrower lane, an event's time and title are not readable. */
const LEAST_LANE = 56

/** From the week grid's styles: the width of the time axis, and the share of a phone's width that a day takes. */
const GUTTER = 60
const PHONE = 640
const PHONE_DAY = 0.86

const lanesIn = (width: number, days: number): number => {
  const free = width - GUTTER
  const day = width <= PHONE && days > 1 ? free * PHONE_DAY : free / days
  return Math.max(2, Math.floor(day / LEAST_LANE))
}

/** How many events fit side by side on a day of the grid within the element with `ref`. */
export const useLanesThatFit = (days: number) => {
  // A guess until the element is measured; usually right, which avoids a second layout.
  const [lanes, setLanes] = useState(() => lanesIn(window.innerWidth, days))
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const observer = new ResizeObserver(() => setLanes(lanesIn(element.clientWidth, days)))
      observer.observe(element)
      return () => observer.disconnect()
    },
    [days],
  )
  return { ref, lanes }
}
