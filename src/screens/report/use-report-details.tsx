import { Button, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import type { DownloadedFile } from '#contract/api-client.ts'
import { type Call, callOf } from '#contract/call.ts'
import {
  cancelReportDetails,
  DETAIL_FILES,
  detailFile,
  formatsOf,
  type ReportDetailsFile,
  readReportDetails,
} from '#contract/reports/details-view.ts'
import { reportMessages } from '#domain/reports.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import { type RunSnapshot, selectIsFollowed } from '#machines/common/run.machine.ts'
import { usePageApi } from '#screens/provided.tsx'
import { CancelableProgress } from '#screens/run-progress.tsx'
import { useDetailsOf, useRun } from '#screens/use-calls.ts'
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

/** The PDF of details that are done. */
const pdf: Call<ReportDetailsFile, DownloadedFile> = {
  run: (client, details, options) => detailFile.run(client, { details, format: 'pdf' }, options),
}

const read = callOf(readReportDetails, (id: string) => ({ body: { id } }))
const cancel = callOf(cancelReportDetails, (id: string) => ({ body: { id } }))

const NOT_LOADED = 'The report could not be loaded.'

type Reading = DetailsSnapshot<ReportDetailsFile, DownloadedFile>

/** Why there is nothing to show; undefined if there is something, or will be. */
const failureOf = <Subject,>(
  snapshot: RunSnapshot<Subject, ReportDetailsFile>,
  reading: Reading,
): string | undefined => {
  const { run: details, message } = snapshot.context
  if (snapshot.hasTag('failed')) return message ?? NOT_LOADED
  if (!snapshot.matches({ atRest: 'over' })) return undefined
  // Only canceled ones have no reason.
  if (details?.state !== 'done') return details?.reason ?? reportMessages.canceled
  return reading.hasTag('failed') ? (reading.context.message ?? NOT_LOADED) : undefined
}

interface Viewing<Subject> {
  readonly open: (subject: Subject) => void
  /** Render it once; empty while nothing is shown. */
  readonly viewer: ReactNode
}

/**
 * Shows the details of a report full screen, while they are made and afterward; or says why it can't. The server makes short
 * ones at once, and long ones in a run. Only Close closes it (spec 3, section 2), and leaves the run to finish for later.
 * Keep the identity of `make` stable.
 *
 * @param titleOf what is shown until the server has told its title
 */
export const useReportDetails = <Subject,>(
  make: Call<Subject, ReportDetailsFile>,
  titleOf: (subject: Subject) => string,
): Viewing<Subject> => {
  const { saveFile } = usePageApi()
  const calls = useMemo(() => ({ start: { ...make, onlyReads: true }, read, cancel }), [make])
  const actor = useRun(calls, ['reports', 'runs'])
  const snapshot: RunSnapshot<Subject, ReportDetailsFile> = useSelector(actor, (current) => current)
  const { order: subject, run: details } = snapshot.context
  const done = snapshot.matches({ atRest: 'over' }) && details?.state === 'done' ? details : undefined
  const reading: Reading = useSelector(useDetailsOf(pdf, done), (current) => current)
  const close = () => actor.send({ type: 'run.close' })
  const open = (opened: Subject) => {
    close()
    actor.send({ type: 'run.start', order: opened })
  }
  if (snapshot.matches({ atRest: 'idle' }) || subject === undefined) return { open, viewer: null }
  const failure = failureOf(snapshot, reading)
  const file = done && reading.context.subject?.id === done.id ? reading.context.data : undefined
  return {
    open,
    viewer: (
      <FileViewer
        title={details?.title ?? titleOf(subject)}
        file={file?.content}
        onClose={close}
        onDownload={() => file && saveFile(file)}
        isClosedByCloseAlone
        actions={file && details && <DownloadButtons details={details} />}
        {...(failure !== undefined && {
          waiting: <FailedToRead message={failure} onRetry={() => open(subject)} />,
        })}
        {...(selectIsFollowed(snapshot) && {
          waiting: (
            <Stack w={320} maw="90%">
              <Text ta="center">Making the report. You can close this and find it later under Your Reports.</Text>
              <CancelableProgress
                actor={actor}
                value={Math.max(details?.progress ?? 0, LEAST)}
                color="blue"
                label="Progress"
              />
            </Stack>
          ),
        })}
      />
    ),
  }
}
