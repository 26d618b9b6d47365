import { Button, Group, List, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#ui/dialog/dialog.tsx'

interface Props {
  readonly title: string
  /** One message, or a list of them. */
  readonly message: string | readonly string[]
  /** Called by OK, Escape and the close button. */
  readonly onClose: () => void
  /** Stays on top of every other dialog and ignores clicks outside it. */
  readonly isUrgent?: boolean
  /** Wider for content such as a table. */
  readonly size?: 'sm' | 'md'
  /** Below the message. */
  readonly children?: ReactNode
}

/** A message with an OK button. */
export const MessageDialog = ({ title, message, onClose, isUrgent = false, size = 'sm', children }: Props) => (
  <Dialog
    opened
    onClose={onClose}
    title={title}
    size={size}
    closeOnClickOutside={!isUrgent}
    {...(isUrgent && { zIndex: 1000 })}
    description={
      typeof message === 'string' ? (
        <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{message}</Text>
      ) : (
        <List spacing={4} style={{ overflowWrap: 'anywhere' }}>
          {message.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )
    }
  >
    {children}
    <Group justify="flex-end" mt="lg">
      <Button data-autofocus onClick={onClose}>
        OK
      </Button>
    </Group>
  </Dialog>
)
