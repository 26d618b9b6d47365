import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { ReportFormat } from '#contract/reports/define-report.ts'

const FORMATS: Readonly<Record<ReportFormat, string>> = { pdf: 'PDF', xlsx: 'Excel', docx: 'Word' }

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
  <Menu position="bottom-end" withinPortal={false}>
    <Menu.Target>
      <Button
        variant="default"
        loading={isRunning}
        leftSection={<IconDownload size={16} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
      >
        Download
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {formats.map((format) => (
        <Menu.Item key={format} onClick={() => onChoose(format)}>
          {FORMATS[format]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
