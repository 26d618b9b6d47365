import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import type { Call } from '#contract/call.ts'
import { DETAIL_FILES, detailFile, formatsOf, type ReportDetailsFile } from '#contract/reports/details-view.ts'
import { reportDetailsMachine } from '#machines/common/page-machines.ts'
import type { ReportDetailsSnapshot } from '#machines/common/report-details.machine.ts'
import { usePageApi } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useDownload } from '#screens/use-download.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { FileViewer } from '#ui/file-viewer/file-viewer.tsx'
import { IconDownload } from '#ui/icons/download.ts'

/** Percent, so that the bar can be seen. */
const LEAST = 3

const DownloadButtons = ({ details }: { readonly details: ReportDetailsFile }) => {
  const download = useDownload(detailFile)
  return (
    <>
      {formatsOf(details).map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={download.isRunning}
          onClick={() => download.start({ details, format })}
        >
          {DETAIL_FILES[format].label}
        </Button>
      ))}
      {download.failure}
    </>
  )
}

interface Viewing<Subject> {
  readonly open: (subject: Subject) => void
  /** Render it once; empty while nothing is shown. */
  readonly viewer: ReactNode
}

/**
 * Shows the details of a report full screen, while they are made and afterward; or says why it can't. Only Close closes
 * it (spec 3, section 2). Keep the identity of `make` stable.
 *
 * @param titleOf what is shown until the server has told its title
 */
export const useReportDetails = <Subject,>(
  make: Call<Subject, ReportDetailsFile>,
  titleOf: (subject: Subject) => string,
): Viewing<Subject> => {
  const { client, saveFile } = usePageApi()
  const actor = useActorRef(useMemo(() => reportDetailsMachine(client, make), [client, make]))
  const snapshot: ReportDetailsSnapshot<Subject> = useSelector(actor, (current) => current)
  const { subject, details, file, message } = snapshot.context
  const close = () => actor.send({ type: 'details.close' })
  const open = (opened: Subject) => actor.send({ type: 'details.open', subject: opened })
  if (snapshot.matches('closed') || subject === undefined) return { open, viewer: null }
  const title = details?.title ?? titleOf(subject)
  const isJob = snapshot.can({ type: 'details.cancel' }) || snapshot.matches('canceling')
  return {
    open,
    viewer: (
      <FileViewer
        title={title}
        file={file?.content}
        onClose={close}
        onDownload={() => file && saveFile(file)}
        isClosedByCloseAlone
        actions={snapshot.matches('shown') && details && <DownloadButtons details={details} />}
        {...(snapshot.matches('failed') && {
          waiting: (
            <FailedToRead
              message={message ?? 'The report could not be loaded.'}
              onRetry={() => actor.send({ type: 'details.retry' })}
            />
          ),
        })}
        {...(isJob && {
          waiting: (
            <Stack w={320} maw="90%">
              <Text ta="center">Making the report. You can close this and find it later under Your Reports.</Text>
              <Progress value={Math.max(details?.progress ?? 0, LEAST)} aria-label="Progress" animated />
              <Group justify="center">
                <Button
                  variant="default"
                  disabled={snapshot.matches('canceling')}
                  onClick={() => actor.send({ type: 'details.cancel' })}
                >
                  Cancel
                </Button>
              </Group>
            </Stack>
          ),
        })}
      />
    ),
  }
}
