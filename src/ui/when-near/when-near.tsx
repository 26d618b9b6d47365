import { type ReactNode, useEffect, useRef, useState } from 'react'

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
    window.addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', show)
    }
  }, [isShown])
  return isShown ? children : <div ref={ref} style={{ height }} />
}
