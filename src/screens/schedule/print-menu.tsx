import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPrinter } from '@tabler/icons-react'
import { useActorRef, useSelector } from '@xstate/react'
import type { DownloadSnapshot } from '#machines/common/download.machine.ts'
import { type CalendarQuery, queryOf } from '#machines/schedule/calendar.machine.ts'
import { useProvided } from '#screens/provided.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import type { CalendarActor } from './use-calendar.ts'

const selectIsRunning = (snapshot: DownloadSnapshot<CalendarQuery>) => snapshot.hasTag('busy')
const selectIsFailed = (snapshot: DownloadSnapshot<CalendarQuery>) => snapshot.hasTag('failed')
const selectMessage = ({ context }: DownloadSnapshot<CalendarQuery>) => context.message

/** What the calendar shows, on paper: as the browser prints the page, or as a PDF of the server's. */
export const PrintMenu = ({ calendar }: { readonly calendar: CalendarActor }) => {
  const printing = useActorRef(useProvided('schedulePrint'))
  const isRunning = useSelector(printing, selectIsRunning)
  const isFailed = useSelector(printing, selectIsFailed)
  const message = useSelector(printing, selectMessage)
  const download = () => printing.send({ type: 'download.start', subject: queryOf(calendar.getSnapshot().context) })
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button
            variant="default"
            loading={isRunning}
            leftSection={<IconPrinter size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            Print
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => window.print()}>Print this page</Menu.Item>
          <Menu.Item onClick={download}>Download PDF</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isFailed && (
        <MessageDialog
          title="Download PDF"
          message={message ?? ''}
          onClose={() => printing.send({ type: 'failure.dismiss' })}
        />
      )}
    </>
  )
}
