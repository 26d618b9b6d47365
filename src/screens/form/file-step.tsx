import { Progress, Stack, Text } from '@mantine/core'
import type { FileContext } from '#machines/common/chosen-file.ts'
import { FileDrop } from '#ui/file-drop/file-drop.tsx'

/** The progress of an upload, then a note that the server is processing the file. */
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
  /** The accepted types, columns, and size. */
  readonly description: string
  readonly onChoose: (file: File) => void
  readonly onRemove: () => void
}

/** A file input with the progress of the upload. */
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
      {isSending && <FileProgress part={part} working="Sent. Reading the file …" />}
    </>
  )
}

/** Why the server rejected a file: problems by line, or one message. */
export const refusalInWords = ({ message, lines }: NonNullable<FileContext<File>['refusal']>) =>
  lines.length > 0 ? { title: message, message: lines } : { title: 'Error', message }
