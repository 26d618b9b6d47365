import { Button, CopyButton as Copying } from '@mantine/core'
import { IconCheck } from '#ui/icons/check.ts'
import { IconCopy } from '#ui/icons/copy.ts'

interface Props {
  readonly value: string
  /** The button's text; default 'Copy'. */
  readonly label?: string
}

/** Copies a text. Browsers allow that only over HTTPS; elsewhere there is no button, and the user selects the text. */
export const CopyButton = ({ value, label = 'Copy' }: Props) =>
  navigator.clipboard === undefined ? null : (
    <Copying value={value} timeout={3000}>
      {({ copied, copy }) => (
        <Button onClick={copy} leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}>
          {copied ? 'Copied' : label}
        </Button>
      )}
    </Copying>
  )
