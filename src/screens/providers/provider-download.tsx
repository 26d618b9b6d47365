import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { FileCall } from '#contract/call.ts'
import type { PagedListActor } from '#machines/common/paged-list.machine.ts'
import { DownloadAction } from '#screens/list/list-download.tsx'
import { useDownload } from '#screens/use-download.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

interface Props<Row, Values extends object> {
  readonly list: PagedListActor<Row, Values>
  /** Keep its identity stable. */
  readonly file: FileCall<{ readonly filters: Values; readonly includeSsn: boolean }>
}

/** Downloads the providers that match the filters, and asks first whether with Social Security numbers. */
export const ProviderDownload = <Row, Values extends object>({ list, file }: Props<Row, Values>) => {
  const { isRunning, start, failure } = useDownload(file)
  const [isOpen, setIsOpen] = useState(false)
  const [includeSsn, setIncludeSsn] = useState(false)
  return (
    <>
      <DownloadAction
        isRunning={isRunning}
        onClick={() => {
          setIncludeSsn(false)
          setIsOpen(true)
        }}
      />
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title="Download Providers">
        <Stack gap="md">
          <Checkbox
            label="Include Social Security numbers"
            description="You may be asked to confirm who you are. Each number is logged as seen by you."
            checked={includeSsn}
            onChange={({ currentTarget: { checked } }) => setIncludeSsn(checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <Button
              onClick={() => {
                setIsOpen(false)
                start({ filters: list.getSnapshot().context.filters, includeSsn })
              }}
            >
              Download
            </Button>
          </Group>
        </Stack>
      </Dialog>
      {failure}
    </>
  )
}
