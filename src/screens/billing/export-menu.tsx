import { Menu } from '@mantine/core'
import { fileCallOf } from '#contract/call.ts'
import { exportInvoicesCsv, exportInvoicesJson } from '#contract/invoice-export.ts'
import { latestHalfMonths, type Period, periodInWords } from '#domain/billing/period.ts'
import { useDownload } from '#screens/use-download.tsx'
import { useNow } from '#screens/use-now.ts'
import { IconFileExport } from '#ui/icons/file-export.ts'
import { MenuButton } from '#ui/menu-button/menu-button.tsx'

const csvFile = fileCallOf(exportInvoicesCsv, (query: Period) => ({ query }))
const jsonFile = fileCallOf(exportInvoicesJson, (query: Period) => ({ query }))

/**
 * Takes a period's invoices to another program.
 *
 * @param period what was searched for; by default the latest half-month that is over
 */
export const ExportMenu = ({ period }: { readonly period: Period | undefined }) => {
  const { date: today } = useNow()
  const csv = useDownload(csvFile, 'Not exported')
  const json = useDownload(jsonFile, 'Not exported')
  const [latest] = latestHalfMonths(today, 1)
  const exported = period ?? latest
  return (
    exported && (
      <>
        <MenuButton icon={IconFileExport} label="Export" isRunning={csv.isRunning || json.isRunning}>
          <Menu.Label>All schools, {periodInWords(exported)}</Menu.Label>
          <Menu.Item onClick={() => csv.start(exported)}>CSV for QuickBooks Online</Menu.Item>
          <Menu.Item onClick={() => json.start(exported)}>JSON</Menu.Item>
        </MenuButton>
        {csv.failure}
        {json.failure}
      </>
    )
  )
}
