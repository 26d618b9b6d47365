import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReportFormat } from '#contract/reports/define-report.ts'
import { MenuButton } from '#ui/menu-button/menu-button.tsx'

const FORMATS: Readonly<Record<ReportFormat, string>> = { pdf: 'PDF', xlsx: 'Excel', docx: 'Word', csv: 'CSV' }

/** The files that a report can be downloaded as. */
export const DownloadMenu = ({
  formats,
  isRunning,
  onChoose,
}: {
  readonly formats: readonly ReportFormat[]
  readonly isRunning: boolean
  readonly onChoose: (format: ReportFormat) => void
}) => (
  <MenuButton icon={IconDownload} label="Download" isRunning={isRunning}>
    {formats.map((format) => (
      <Menu.Item key={format} onClick={() => onChoose(format)}>
        {FORMATS[format]}
      </Menu.Item>
    ))}
  </MenuButton>
)
