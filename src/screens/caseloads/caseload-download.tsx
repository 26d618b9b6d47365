import { IconDownload } from '@tabler/icons-react'
import { useProvided } from '#screens/provided.tsx'
import { useDownload } from '#screens/use-download.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import type { CaseloadList } from './caseload-filters.tsx'

/** The students that the filters leave, as a spreadsheet. */
export const CaseloadDownload = ({ list }: { readonly list: CaseloadList }) => {
  const { isRunning, start, failure } = useDownload(useProvided('caseloadFile'))
  return (
    <>
      <IconAction
        icon={IconDownload}
        label="Download"
        variant="default"
        size={36}
        loading={isRunning}
        onClick={() => start(list.getSnapshot().context.filters)}
      />
      {failure}
    </>
  )
}
