import { useCallback, useState } from 'react'

/** In a lane narrower than this an event's time and title cannot be read. */
const LEAST_LANE = 56

/** The week grid's own: what stands beside its days, and how much of a phone's width a day takes. */
const GUTTER = 60
const PHONE = 640
const PHONE_DAY = 0.86

const lanesIn = (width: number, days: number): number => {
  const free = width - GUTTER
  const day = width <= PHONE && days > 1 ? free * PHONE_DAY : free / days
  return Math.max(2, Math.floor(day / LEAST_LANE))
}

/** How many events can lie side by side on a day of the grid within the element that `ref` is given to. */
export const useLanesThatFit = (days: number) => {
  // Until the element is measured; most often right, so that nothing is laid out twice.
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
