import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface Props {
  /** The CSS height of the placeholder; roughly that of the content. */
  readonly height: string
  readonly children: ReactNode
}

/** How far outside the viewport counts as near. */
const NEAR = '800px'

/** Renders its content once it is near the viewport or the page is printed, so that long pages appear at once. */
export const WhenNear = ({ height, children }: Props) => {
  const ref = useRef<HTMLDivElement>(null)
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (isShown || !ref.current) return
    const show = () => setIsShown(true)
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show(), {
      rootMargin: NEAR,
    })
    observer.observe(ref.current)
    // The browser lays the page out for print right after this event.
    const showAtOnce = () => flushSync(show)
    window.addEventListener('beforeprint', showAtOnce)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', showAtOnce)
    }
  }, [isShown])
  return isShown ? children : <div ref={ref} style={{ height }} />
}
