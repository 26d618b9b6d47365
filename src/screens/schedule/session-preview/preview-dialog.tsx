import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SessionPreview } from '#contract/session-preview.ts'
import { clashesOf, previewInWords } from '#machines/schedule/preview-in-words.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { DateList } from './date-list.tsx'
import styles from './preview-dialog.module.css'
import { PreviewNotes } from './preview-notes.tsx'

interface Props {
  readonly title: string
  readonly preview: SessionPreview
  /** The label of the button that saves. */
  readonly confirmLabel: string
  readonly isBusy: boolean
  readonly onConfirm: () => void
  /** Returns to the form; also called by Escape and the close button. */
  readonly onBack: () => void
}

/** Previews what will be stored: a summary, then every date. If anything clashes or is discarded, Back has the focus. */
export const PreviewDialog = ({ title, preview, confirmLabel, isBusy, onConfirm, onBack }: Props) => {
  const [showsOnlyClashes, setShowsOnlyClashes] = useState(false)
  const { dates, replaces, rateTypeNote } = preview
  const clashing = dates.filter((date) => clashesOf(date).length > 0)
  const hasClashes = clashing.length > 0
  const warns = hasClashes || replaces !== undefined || rateTypeNote !== undefined
  return (
    <Dialog opened onClose={() => !isBusy && onBack()} title={title} size="lg">
      <Stack gap="xs">
        <Text fw={600}>{previewInWords(preview)}</Text>
        <PreviewNotes preview={preview} />
        {hasClashes && clashing.length < dates.length && (
          <Checkbox
            label="Show only clashes"
            checked={showsOnlyClashes}
            onChange={(event) => setShowsOnlyClashes(event.currentTarget.checked)}
          />
        )}
        <DateList dates={showsOnlyClashes ? clashing : dates} />
      </Stack>
      <div className={styles.buttons}>
        <Button variant="default" disabled={isBusy} data-autofocus={warns || undefined} onClick={onBack}>
          Back
        </Button>
        <SteadyButton isBusy={isBusy} data-autofocus={!warns || undefined} onClick={onConfirm}>
          {confirmLabel}
        </SteadyButton>
      </div>
    </Dialog>
  )
}
