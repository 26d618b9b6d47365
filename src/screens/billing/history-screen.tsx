import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import { callOf, fileCallOf } from '#contract/call.ts'
import { type InvoiceRecord, markInvoicePaid, sendInvoiceEmail } from '#contract/invoice-history.ts'
import { downloadInvoiceDoc, downloadInvoicePdf } from '#contract/invoices.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { isZero } from '#domain/money.ts'
import type { RowAction } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { useList } from '#screens/list/use-list.ts'
import { useDownload } from '#screens/use-download.tsx'
import { useFileViewer } from '#screens/use-file-viewer.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconCash } from '#ui/icons/cash.ts'
import { IconCashOff } from '#ui/icons/cash-off.ts'
import { IconEye } from '#ui/icons/eye.ts'
import { IconFileWord } from '#ui/icons/file-word.ts'
import { IconMail } from '#ui/icons/mail.ts'
import { ExportMenu } from './export-menu.tsx'
import { type HistorySnapshot, historyList, isSearch } from './history-list.tsx'
import { HistorySearchForm } from './history-search.tsx'
import { OutstandingPanel, useOutstanding } from './outstanding.tsx'
import { usePaidDialog } from './paid-dialog.tsx'
import { SendAllButton } from './send-all-dialog.tsx'
import { ExplainsAmounts } from './why.tsx'

const pdfCall = fileCallOf(downloadInvoicePdf, ({ pdfFilePath: path }: InvoiceRecord) => ({ params: { path } }))
const wordCall = fileCallOf(downloadInvoiceDoc, ({ docFilePath: path }: InvoiceRecord) => ({ params: { path } }))

const nameOf = ({ invoiceNumber }: InvoiceRecord) => invoiceNumber

/** Its outcome is the server's message. */
const emailing: RowAction<InvoiceRecord, string> = {
  call: {
    run: async (client, { id, schoolId }) => {
      let said = ''
      const body = { schoolId, invoiceHistoryId: id }
      await client.call(sendInvoiceEmail, { body }, { onMessage: (message) => (said = message) })
      return said
    },
  },
  // Without an address, the server says where to add one.
  question: ({ kind, delivery, billingEmail }) =>
    billingEmail === ''
      ? undefined
      : `Are you sure you want to send the ${kind === 'credit' ? 'credit note' : 'invoice'} ${delivery?.state === 'sent' ? 'again ' : ''}to ${billingEmail}?`,
  failed: 'Not sent',
}

const unmarking: RowAction<InvoiceRecord, InvoiceRecord> = {
  call: callOf(markInvoicePaid, ({ id, entityCacheKey }: InvoiceRecord) => ({
    body: { id, paid: null, entityCacheKey },
  })),
  question: 'Are you sure you want to remove the paid mark?',
  failed: 'Not changed',
}

const selectSearch = ({ context }: HistorySnapshot) => context.filters

/** Issued invoices: what schools owe, and finding, viewing, sending and paying them. */
export const HistoryScreen = () => {
  const list = useList(historyList)
  const search = useSelector(list, selectSearch)
  const isSearched = isSearch(search)
  const outstanding = useOutstanding()
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const reloadAll = useCallback(() => {
    reload()
    outstanding.send({ type: 'details.refresh' })
  }, [reload, outstanding])
  const tell = useCallback(
    (message: string) => {
      notifications.show({ message })
      reload()
    },
    [reload],
  )
  const email = useRowAction(emailing, tell)
  const unmark = useRowAction(
    unmarking,
    useCallback(
      ({ invoiceNumber }: InvoiceRecord) => {
        notifications.show({ message: invoiceMessages.paidRemoved(invoiceNumber) })
        reloadAll()
      },
      [reloadAll],
    ),
  )
  const paying = usePaidDialog(reloadAll)
  const { open: view, viewer } = useFileViewer(pdfCall, nameOf)
  const word = useDownload(wordCall, 'Download')
  const { from: startDate, to: endDate } = search
  const period = startDate !== '' && endDate !== '' ? { startDate, endDate } : undefined
  const actionsOf = (invoice: InvoiceRecord) => {
    const { invoiceNumber, supersededBy, paid, amountDue, delivery } = invoice
    const isCurrent = supersededBy === null
    return (
      <>
        <IconAction icon={IconEye} label={`View ${invoiceNumber}`} tooltip="View" onClick={() => view(invoice)} />
        <IconAction
          icon={IconFileWord}
          label={`Download ${invoiceNumber}`}
          tooltip="Download (Word)"
          disabled={word.isRunning}
          onClick={() => word.start(invoice)}
        />
        {isCurrent && (
          <IconAction
            icon={IconMail}
            label={`Email Invoice ${invoiceNumber}`}
            tooltip="Email Invoice"
            disabled={delivery?.state === 'queued'}
            onClick={() => email.begin(invoice)}
          />
        )}
        {isCurrent && (paid || !isZero(amountDue)) && (
          <IconAction
            icon={IconCash}
            label={paid ? `Change payment of ${invoiceNumber}` : `Mark ${invoiceNumber} as paid`}
            tooltip={paid ? 'Change payment' : 'Mark as paid'}
            onClick={() => paying.open(invoice)}
          />
        )}
        {isCurrent && paid && (
          <IconAction
            icon={IconCashOff}
            label={`Remove paid mark of ${invoiceNumber}`}
            tooltip="Remove paid mark"
            onClick={() => unmark.begin(invoice)}
          />
        )}
      </>
    )
  }
  return (
    <ExplainsAmounts>
      <ListView
        definition={historyList}
        list={list}
        isTableHidden={!isSearched}
        headerActions={() => (
          <>
            <ExportMenu period={period} />
            <SendAllButton period={period} onQueued={reload} />
          </>
        )}
        above={() => <HistorySearchForm list={list} />}
        overview={() => !isSearched && <OutstandingPanel outstanding={outstanding} />}
        rowActions={actionsOf}
      >
        {() => (
          <>
            {viewer}
            {word.failure}
            {paying.dialog}
            <RowActionDialogs
              action={email.action}
              definition={emailing}
              nameOf={nameOf}
              onDone={reload}
              onRefused={reload}
            />
            <RowActionDialogs
              action={unmark.action}
              definition={unmarking}
              nameOf={nameOf}
              onDone={reload}
              onRefused={reload}
            />
          </>
        )}
      </ListView>
    </ExplainsAmounts>
  )
}
