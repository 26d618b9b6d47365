import { IconDownload } from '@tabler/icons-react'
import { useActorRef, useSelector } from '@xstate/react'
import type { DownloadSnapshot } from '#machines/common/download.machine.ts'
import type { CaseloadFilters } from '#machines/master-data/caseload-choices.ts'
import { useProvided } from '#screens/provided.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import type { CaseloadList } from './caseload-filters.tsx'

type Snapshot = DownloadSnapshot<CaseloadFilters>

/** The students that the filters leave, as a spreadsheet. */
export const CaseloadDownload = ({ list }: { readonly list: CaseloadList }) => {
  const file = useActorRef(useProvided('caseloadFile'))
  const isRunning = useSelector(file, (snapshot: Snapshot) => snapshot.hasTag('busy'))
  const failure = useSelector(file, (snapshot: Snapshot) =>
    snapshot.hasTag('failed') ? snapshot.context.message : undefined,
  )
  return (
    <>
      <IconAction
        icon={IconDownload}
        label="Download"
        variant="default"
        size={36}
        loading={isRunning}
        onClick={() => file.send({ type: 'download.start', subject: list.getSnapshot().context.filters })}
      />
      {failure !== undefined && (
        <MessageDialog title="Error" message={failure} onClose={() => file.send({ type: 'failure.dismiss' })} />
      )}
    </>
  )
}
