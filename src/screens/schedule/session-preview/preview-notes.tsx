import { Alert, Text } from '@mantine/core'
import type { SessionPreview } from '#contract/session-preview.ts'
import { replacesInWords } from '#machines/schedule/preview-in-words.ts'

/** What a change does besides its dates: what differs, which request it discards, whose rate type becomes another. */
export const PreviewNotes = ({
  preview: { changes, replaces, rateTypeNote },
}: {
  readonly preview: SessionPreview
}) => (
  <>
    {changes.length > 0 && (
      <Text size="sm" c="dimmed">
        Changes: {changes.join(', ')}.
      </Text>
    )}
    {replaces && (
      <Alert color="yellow" variant="light">
        {replacesInWords(replaces)}
      </Alert>
    )}
    {rateTypeNote !== undefined && (
      <Alert color="yellow" variant="light">
        {rateTypeNote}
      </Alert>
    )}
  </>
)
