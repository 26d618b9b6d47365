import { Button, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { IconPlus } from '#ui/icons/plus.ts'

interface Props {
  readonly title: string
  /** At the end of the heading's line, such as a button that adds a row. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

interface AddRowProps {
  readonly label: string
  readonly isBusy: boolean
  readonly onAdd: () => void
}

/** Adds a row to a section's list. */
export const AddRow = ({ label, isBusy, onAdd }: AddRowProps) => (
  <Button
    variant="default"
    size="xs"
    leftSection={<IconPlus size={14} aria-hidden />}
    disabled={isBusy}
    onClick={onAdd}
  >
    {label}
  </Button>
)

/** A part of a form with its heading. */
export const FormSection = ({ title, action, children }: Props) => {
  const id = useId()
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Group justify="space-between" mih={30}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Stack>
  )
}
