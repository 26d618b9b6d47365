import { Button, Stack } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { IconChevronDown } from '#ui/icons/chevron-down.ts'
import { IconChevronUp } from '#ui/icons/chevron-up.ts'
import styles from './folded-on-phones.module.css'

interface Props {
  /** On the button that shows the content. */
  readonly label: string
  readonly children: ReactNode
}

/** Content that a phone only shows on demand, so that what comes after it is in sight. */
export const FoldedOnPhones = ({ label, children }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        size="compact-sm"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<Icon size={14} aria-hidden />}
        onClick={() => setIsOpen((before) => !before)}
      >
        {label}
      </Button>
      <div id={id} className={styles.contents} data-folded={!isOpen || undefined}>
        {children}
      </div>
    </Stack>
  )
}
