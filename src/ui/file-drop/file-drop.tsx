import { Button, CloseButton, FileButton, Group, Input, Text } from '@mantine/core'
import { type DragEvent, useId, useState } from 'react'
import { IconFileSpreadsheet } from '#ui/icons/file-spreadsheet.ts'
import { IconUpload } from '#ui/icons/upload.ts'
import styles from './file-drop.module.css'

interface Props {
  readonly label: string
  /** Which files are accepted, in words. */
  readonly description: string
  /** File extensions such as '.xlsx'. They only filter the system's file dialog; dropped files aren't checked. */
  readonly endings: readonly string[]
  /** The selected file. */
  readonly file: { readonly name: string; readonly size: number } | undefined
  readonly error: string | undefined
  readonly disabled?: boolean
  readonly onChoose: (file: File) => void
  readonly onRemove: () => void
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Selects one file, by button or by dropping it on the area. A new file replaces the previous one. */
export const FileDrop = ({ label, description, endings, file, error, disabled = false, onChoose, onRemove }: Props) => {
  const [isOver, setIsOver] = useState(false)
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped && !disabled) onChoose(dropped)
  }
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      withAsterisk
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      errorProps={{ id: `${id}-error`, role: 'alert' }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not support this layout */}
      <div
        role="group"
        aria-labelledby={`${id}-label`}
        className={styles.area}
        data-over={isOver || undefined}
        data-invalid={error !== undefined || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {file === undefined ? (
          <Text size="sm" c="dimmed">
            Drop a file here, or
          </Text>
        ) : (
          <Group gap={6} justify="center">
            <IconFileSpreadsheet size={18} aria-hidden />
            <Text size="sm">
              <bdi>{file.name}</bdi> ({sizeOf(file.size)})
            </Text>
            <CloseButton size="sm" aria-label={`Remove ${file.name}`} disabled={disabled} onClick={onRemove} />
          </Group>
        )}
        <FileButton accept={endings.join(',')} disabled={disabled} onChange={(chosen) => chosen && onChoose(chosen)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              disabled={disabled}
              leftSection={<IconUpload size={16} aria-hidden />}
              aria-describedby={error === undefined ? undefined : `${id}-error`}
            >
              {file === undefined ? 'Choose file' : 'Choose another file'}
            </Button>
          )}
        </FileButton>
      </div>
    </Input.Wrapper>
  )
}
