import type { FileCall } from '#contract/call.ts'
import type { PagedListActor } from '#machines/common/paged-list.machine.ts'
import { useDownload } from '#screens/use-download.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconDownload } from '#ui/icons/download.ts'

interface Props<Row, Values extends object> {
  readonly list: PagedListActor<Row, Values>
  /** Keep its identity stable. */
  readonly file: FileCall<Values>
}

interface ActionProps {
  readonly isRunning: boolean
  readonly onClick: () => void
}

/** The button of a list's download. */
export const DownloadAction = ({ isRunning, onClick }: ActionProps) => (
  <IconAction icon={IconDownload} label="Download" variant="default" size={36} loading={isRunning} onClick={onClick} />
)

/** Downloads what matches a list's filters, on all pages. */
export const ListDownload = <Row, Values extends object>({ list, file }: Props<Row, Values>) => {
  const { isRunning, start, failure } = useDownload(file)
  return (
    <>
      <DownloadAction isRunning={isRunning} onClick={() => start(list.getSnapshot().context.filters)} />
      {failure}
    </>
  )
}
