import { Stack } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { PAGE_SIZES } from '#contract/paging.ts'
import type { PagedListActor, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { type Column, DataTable, type RowGroups, type RowSelection } from '#ui/data-table/data-table.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { Pager } from '#ui/pager/pager.tsx'

interface Props<Row, Filters extends object> {
  readonly list: PagedListActor<Row, Filters>
  readonly ariaLabel: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  /** The spec's words for a list without rows. */
  readonly emptyText: string
  readonly isEmptyOnFailure?: boolean
  readonly selection?: RowSelection<Row>
  readonly groups?: RowGroups<Row>
  readonly totals?: Readonly<Record<string, ReactNode>>
}

/** A list's rows and pages, with notices when loading failed. */
export const PagedTable = <Row, Filters extends object>({
  list,
  isEmptyOnFailure = false,
  ...table
}: Props<Row, Filters>) => {
  type Snapshot = PagedListSnapshot<Row, Filters>
  const { result, page, size, error } = useSelector(list, ({ context }: Snapshot) => context)
  const isBusy = useSelector(list, (snapshot: Snapshot) => snapshot.hasTag('busy'))
  const isInterrupted = useSelector(list, (snapshot: Snapshot) => snapshot.matches('interrupted'))
  const rows = result?.rows ?? (isBusy ? undefined : [])
  return (
    <Stack gap="xs">
      {error !== undefined && (
        <MessageDialog title="Error" message={error} onClose={() => list.send({ type: 'error.dismiss' })} />
      )}
      {isInterrupted && (
        <FailedToRead
          message={`The list could not be loaded.${result ? ' What you see may be out of date.' : ''}`}
          onRetry={() => list.send({ type: 'list.reload' })}
        />
      )}
      {/* Don't claim that the list is empty before it has loaded. */}
      {(result !== undefined || !isInterrupted || isEmptyOnFailure) && (
        <DataTable {...table} rows={rows} firstNumber={(page - 1) * size + 1} isBusy={isBusy} />
      )}
      <Pager
        page={page}
        size={size}
        sizes={PAGE_SIZES}
        total={result?.total ?? (isBusy || isInterrupted ? undefined : 0)}
        onPage={(chosen) => list.send({ type: 'page.choose', page: chosen })}
        onSize={(chosen) => list.send({ type: 'size.choose', size: chosen })}
        onRefresh={() => list.send({ type: 'list.refresh' })}
      />
    </Stack>
  )
}
