import { Menu } from '@mantine/core'
import { fileCallOf } from '#contract/call.ts'
import { downloadScheduleEvents } from '#contract/schedule-print.ts'
import { type CalendarQuery, queryOf } from '#machines/schedule/calendar.machine.ts'
import { spanBody } from '#machines/schedule/span-body.ts'
import { useDownload } from '#screens/use-download.tsx'
import { IconPrinter } from '#ui/icons/printer.ts'
import { MenuButton } from '#ui/menu-button/menu-button.tsx'
import type { CalendarActor } from './use-calendar.ts'

const printed = fileCallOf(downloadScheduleEvents, (query: CalendarQuery) => ({ body: spanBody(query) }))

/** Prints the calendar in the browser, or downloads it as a PDF from the server. */
export const PrintMenu = ({ calendar }: { readonly calendar: CalendarActor }) => {
  const { isRunning, start, failure } = useDownload(printed, 'Download PDF')
  return (
    <>
      <MenuButton icon={IconPrinter} label="Print" isRunning={isRunning}>
        <Menu.Item onClick={() => window.print()}>Print this page</Menu.Item>
        <Menu.Item onClick={() => start(queryOf(calendar.getSnapshot().context))}>Download PDF</Menu.Item>
      </MenuButton>
      {failure}
    </>
  )
}
