import { Menu } from '@mantine/core'
import type { ReportFormat } from '#contract/reports/report-files.ts'
import { fileLabel } from '#contract/reports/report-files.ts'
import { IconDownload } from '#ui/icons/download.ts'
import { MenuButton } from '#ui/menu-button/menu-button.tsx'

/** The files that a report can be downloaded as. */
export const DownloadMenu = ({
  files,
  isRunning,
  onChoose,
}: {
  /** Their names. */
  readonly files: Readonly<Partial<Record<ReportFormat, string>>>
  readonly isRunning: boolean
  readonly onChoose: (format: ReportFormat) => void
}) => (
  <MenuButton icon={IconDownload} label="Download" isRunning={isRunning}>
    {(Object.entries(files) as [ReportFormat, string][]).map(([format, name]) => (
      <Menu.Item key={format} onClick={() => onChoose(format)}>
        {fileLabel(format, name)}
      </Menu.Item>
    ))}
  </MenuButton>
)
