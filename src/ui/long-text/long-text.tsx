import { UnstyledButton } from '@mantine/core'
import { useCallback, useId, useState } from 'react'
import classes from './long-text.module.css'

/** Text of any length in three lines, with a button that shows the rest. Printed in full. */
export const LongText = ({ text }: { readonly text: string }) => {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  // Whether lines are cut off depends on the width. While the text is open, the last answer stays.
  const measure = useCallback((node: HTMLElement | null) => {
    if (!node) return undefined
    const observer = new ResizeObserver(() => {
      if (!node.hasAttribute('data-open')) setIsCut(node.scrollHeight > node.clientHeight)
    })
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
  return (
    <div className={classes.root}>
      <div ref={measure} id={id} className={classes.text} data-open={isOpen || undefined}>
        {text}
      </div>
      {isCut && (
        <UnstyledButton
          className={classes.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </UnstyledButton>
      )}
    </div>
  )
}
