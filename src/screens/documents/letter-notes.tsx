import { Alert, Stack, Text } from '@mantine/core'
import { inWords } from '#domain/words.ts'
import type { ShownLetter } from '#machines/documents/generate-letter.machine.ts'

/** What to look at before a letter is saved. */
export const LetterNotes = ({ letter }: { readonly letter: ShownLetter }) => {
  const { missing, notInPdf, isPdfExact } = letter
  return (
    <Stack gap={4} w="100%">
      {missing.length > 0 && (
        <Alert color="yellow" variant="light" py="xs">
          Not known, so the letter has nothing in its place: {missing.join(', ')}.
        </Alert>
      )}
      {notInPdf.length > 0 && (
        <Alert color="yellow" variant="light" py="xs">
          This PDF does not show {inWords(notInPdf)}. Save the letter as a Word file to keep them.
        </Alert>
      )}
      {!isPdfExact && (
        <Text size="xs" c="dimmed">
          The PDF's fonts, colors and spacing differ from the Word file's.
        </Text>
      )}
    </Stack>
  )
}
