import { useEffect, useState } from 'react'
import { localOf } from '#domain/time.ts'
import { useSession } from './provided.tsx'

const EVERY_MS = 30_000

/** The date and time in the organization's time zone, to the minute. */
export const useNow = () => {
  const { timeZone } = useSession()
  const [now, setNow] = useState(() => localOf(Date.now(), timeZone))
  useEffect(() => {
    const timer = setInterval(() => {
      const next = localOf(Date.now(), timeZone)
      setNow((before) => (before.time === next.time && before.date === next.date ? before : next))
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [timeZone])
  return now
}
