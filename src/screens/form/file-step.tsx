import { Progress, Stack, Text } from '@mantine/core'
import type { FileContext } from '#machines/documents/chosen-file.ts'
import { FileDrop } from '#ui/file-drop/file-drop.tsx'

/** How much of a file has gone out, and that the server is at it then. */
export const FileProgress = ({ part, working }: { readonly part: number; readonly working: string }) => {
  const percent = Math.round(part * 100)
  return (
    <Stack gap={4}>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label="Upload" animated={percent === 100} striped />
      </Progress.Root>
      <Text size="sm" c="dimmed" role="status">
        {percent < 100 ? `${percent}% sent` : working}
      </Text>
    </Stack>
  )
}

interface Props {
  readonly context: FileContext<File>
  readonly isSending: boolean
  readonly label: string
  /** What the file has to be. */
  readonly description: string
  readonly onChoose: (file: File) => void
  readonly onRemove: () => void
}

/** Chooses a file, and shows how far it has got once it is sent. */
export const FileStep = ({ context, isSending, label, description, onChoose, onRemove }: Props) => {
  const { rule, file, problem, part } = context
  return (
    <>
      <FileDrop
        label={label}
        description={description}
        endings={rule.endings}
        file={file}
        error={problem}
        disabled={isSending}
        onChoose={onChoose}
        onRemove={onRemove}
      />
      {isSending && <FileProgress part={part} working="Sent. The file is being read …" />}
    </>
  )
}

/** Why the server did not take a file: its lines, or its message. */
export const refusalInWords = ({ message, lines }: NonNullable<FileContext<File>['refusal']>) =>
  lines.length > 0 ? { title: message, message: lines } : { title: 'Error', message }
