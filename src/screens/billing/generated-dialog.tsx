import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { inWords } from '#domain/words.ts'
import type { GeneratedInvoice } from '#machines/billing/generate-invoice.machine.ts'
import { useDownload } from '#screens/use-download.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { IconDownload } from '#ui/icons/download.ts'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { Amount } from './amount.tsx'
import { docFile, pdfFile } from './invoice-downloads.ts'
import { Why } from './why.tsx'

interface Props {
  readonly invoice: GeneratedInvoice
  readonly onClose: () => void
}

const icon = <IconDownload size={16} aria-hidden />

/** The invoice that was just issued, or that says the same already, with its files. */
export const GeneratedDialog = ({ invoice, onClose }: Props) => {
  const { id, invoiceNumber, total, replaces, isNew, pdfPath, docPath } = invoice
  const word = useDownload(docFile)
  const pdf = useDownload(pdfFile)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isNew ? invoiceMessages.generated : invoiceMessages.nothingChanged}
      isCovered={Boolean(word.failure || pdf.failure)}
      description={
        <Stack gap={4}>
          <Text>
            Invoice <b>{invoiceNumber}</b>:{' '}
            <Amount amount={total} why={<Why of={{ kind: 'invoice', id }} about={`Invoice ${invoiceNumber}`} />} />
          </Text>
          {isNew && replaces.length > 0 && <Text>It replaces {inWords(replaces)}.</Text>}
          {!isNew && <Text>It was generated before, and no new invoice was issued.</Text>}
        </Stack>
      }
    >
      <Group mt="md" gap="sm">
        <SteadyButton leftSection={icon} isBusy={word.isRunning} onClick={() => word.start(docPath)}>
          Download Word
        </SteadyButton>
        <SteadyButton leftSection={icon} isBusy={pdf.isRunning} onClick={() => pdf.start(pdfPath)}>
          Download Pdf
        </SteadyButton>
      </Group>
      <Text mt="md" size="sm">
        <Anchor component={Link} href="/billing-history" inherit>
          All invoices
        </Anchor>
      </Text>
      {word.failure}
      {pdf.failure}
    </Dialog>
  )
}
