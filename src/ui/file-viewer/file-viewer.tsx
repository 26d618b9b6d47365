import { Button, Center, Group, Loader, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { IconDownload } from '#ui/icons/download.ts'
import styles from './file-viewer.module.css'

interface Props {
  /** What is shown: 'INV-00042'. */
  readonly title: string
  /** Undefined while it loads. */
  readonly file: Blob | undefined
  readonly onClose: () => void
  /** Saves the file, for browsers that can't show it. */
  readonly onDownload: () => void
  /** Escape doesn't close it. */
  readonly isClosedByCloseAlone?: boolean
  /** Opens the browser's print dialog once the file is shown. */
  readonly isPrinted?: boolean
  /** Shown while there is no file. Default: a loader. */
  readonly waiting?: ReactNode
  /** Buttons above the file, which also download it. */
  readonly actions?: ReactNode
}

const isImage = (file: Blob): boolean => /^image\/(png|jpeg|webp|gif)$/.test(file.type)

/**
 * The file as an address of this page alone, until it is no longer shown. What isn't an image is shown as a PDF: a frame
 * may run scripts of any other type with the page's rights.
 */
const useAddress = (file: Blob | undefined): string | undefined => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return undefined
    const created = URL.createObjectURL(isImage(file) ? file : new Blob([file], { type: 'application/pdf' }))
    setAddress(created)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(created)
    }
  }, [file])
  return address
}

/**
 * A PDF or an image that fills the window. Phones, which show no PDF inside a page, offer to download it.
 */
export const FileViewer = ({
  title,
  file,
  onClose,
  onDownload,
  isClosedByCloseAlone = false,
  isPrinted = false,
  waiting,
  actions,
}: Props) => {
  const address = useAddress(file)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      fullScreen
      closeOnEscape={!isClosedByCloseAlone}
      radius={0}
      transitionProps={{ duration: 0 }}
      classNames={{ body: styles.body ?? '', content: styles.content ?? '' }}
    >
      {actions && (
        <Group gap="xs" px="md" pb="xs">
          {actions}
        </Group>
      )}
      {address === undefined ? (
        <Center flex={1} role="status" aria-label="Loading...">
          {waiting ?? <Loader />}
        </Center>
      ) : file && isImage(file) ? (
        <img className={styles.image} src={address} alt={title} />
      ) : navigator.pdfViewerEnabled ? (
        // A sandbox would keep the browser's own viewer out.
        <iframe
          className={styles.frame}
          src={address}
          title={title}
          {...(isPrinted && { onLoad: ({ currentTarget }) => currentTarget.contentWindow?.print() })}
        />
      ) : (
        <Center flex={1} p="md">
          <Stack align="center">
            <Text>This browser can't show a PDF inside a page.</Text>
            {!actions && (
              <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={onDownload}>
                Download Pdf
              </Button>
            )}
          </Stack>
        </Center>
      )}
    </Dialog>
  )
}
