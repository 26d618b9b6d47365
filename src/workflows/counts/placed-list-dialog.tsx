import { type ReactNode, useEffect } from 'react'
import type { ListPlace } from '#contract/call.ts'
import { type PagedListMachine, selectListPlace } from '#machines/common/paged-list.machine.ts'
import { PagedTable } from '#screens/list/paged-table.tsx'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useTold } from '#screens/use-told.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

export interface PlacedListProps<Filters> {
  readonly title: string
  readonly place: ListPlace<Filters>
  /** The user chose another page or page size. */
  readonly onPlace: (place: ListPlace<Filters>) => void
  readonly onClose: () => void
}

interface Props<Row, Filters extends object> extends PlacedListProps<Filters> {
  readonly machine: PagedListMachine<Row, Filters>
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** Above the list. */
  readonly controls?: ReactNode
}

/** A list in a dialog, page by page, whose place is in the address. */
export const PlacedListDialog = <Row, Filters extends object>({
  title,
  place,
  machine,
  columns,
  keyOf,
  controls,
  onPlace,
  onClose,
}: Props<Row, Filters>) => {
  const { filters, page, size } = place
  const list = useActorRef(useProvided(machine), { input: { noFilters: filters, place } })
  // Keep the list and the address in sync.
  useTold(list, { type: 'place.visit', place: { filters, page, size } })
  useEffect(() => {
    const { unsubscribe } = list.subscribe((snapshot) => {
      const next = selectListPlace<Row, Filters>(snapshot)
      if (next.page !== page || next.size !== size) onPlace(next)
    })
    return unsubscribe
  }, [list, page, size, onPlace])
  return (
    <Dialog opened onClose={onClose} title={title} size="64rem">
      {controls}
      <PagedTable list={list} ariaLabel={title} columns={columns} keyOf={keyOf} emptyText="No Data Found" />
    </Dialog>
  )
}
