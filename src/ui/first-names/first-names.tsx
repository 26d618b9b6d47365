import { UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import classes from './first-names.module.css'

const SHOWN = 2

interface Props {
  readonly names: readonly string[]
  /** What the names are, for screen readers: 'Providers of INV-00042'. */
  readonly of: string
}

/** The first names of a list, with a button that shows the others: 'Ana Ruiz, Paul Provider + 12 more'. */
export const FirstNames = ({ names, of }: Props) => {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const more = names.length - SHOWN
  // A button in place of one name would save no room.
  const isCut = more > 1
  const shown = isCut && !isOpen ? names.slice(0, SHOWN) : names
  return (
    <div>
      <span id={id}>{shown.join(', ')}</span>
      {isCut && ' '}
      {isCut && (
        <UnstyledButton
          className={classes.more}
          aria-label={isOpen ? `${of}: show less` : `${of}: ${more} more`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : `+ ${more} more`}
        </UnstyledButton>
      )}
    </div>
  )
}
