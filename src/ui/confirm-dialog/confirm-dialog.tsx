import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'

export interface ConfirmDialogProps {
  readonly question: string
  /** A smaller line below the question. */
  readonly details?: string
  /** Content below `details`, such as a list. */
  readonly children?: ReactNode
  /** Names an act that destroys something, on a red button: 'Delete school'. Without it, the button says 'Confirm'. */
  readonly destructiveLabel?: string
  /** What the button says instead of 'Confirm', if it destroys nothing: 'Send now'. */
  readonly confirmLabel?: string
  /** False while the dialog is still loading: Cancel works, the other button doesn't. */
  readonly isReady?: boolean
  readonly isBusy?: boolean
  /** Wider for content such as a table. */
  readonly size?: 'sm' | 'md'
  /** What can be done instead. */
  readonly alternative?: { readonly label: string; readonly onChoose: () => void } | undefined
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** A question with Cancel and Confirm; focus starts on Cancel, the safe choice. */
export const ConfirmDialog = ({
  question,
  details,
  children,
  destructiveLabel,
  confirmLabel = 'Confirm',
  isReady = true,
  isBusy = false,
  size = 'sm',
  alternative,
  onCancel,
  onConfirm,
}: ConfirmDialogProps) => (
  <Dialog
    opened
    onClose={onCancel}
    title={question}
    size={size}
    description={
      details && (
        <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {details}
        </Text>
      )
    }
  >
    {children}
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" data-autofocus onClick={onCancel} disabled={isBusy}>
        Cancel
      </Button>
      {alternative && (
        <Button variant="default" onClick={alternative.onChoose} disabled={isBusy}>
          {alternative.label}
        </Button>
      )}
      <SteadyButton
        onClick={onConfirm}
        isBusy={isBusy}
        disabled={!isReady}
        {...(destructiveLabel !== undefined && { color: 'red.9' })}
      >
        {destructiveLabel ?? confirmLabel}
      </SteadyButton>
    </Group>
  </Dialog>
)
