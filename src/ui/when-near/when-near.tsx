import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface Props {
  /** CSS length that is kept free until then; about what the content takes. */
  readonly height: string
  readonly children: ReactNode
}

/** How far outside of the window counts as near. */
const NEAR = '800px'

/** Renders its content once it comes near the window, or is printed: a long page is there at once. */
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
    // The page is laid out for paper as soon as this event is over.
    const showAtOnce = () => flushSync(show)
    window.addEventListener('beforeprint', showAtOnce)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', showAtOnce)
    }
  }, [isShown])
  return isShown ? children : <div ref={ref} style={{ height }} />
}
