import { Switch } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { Column } from '#ui/data-table/data-table.tsx'
import type { RowActionActor, RowActionWords } from './row-action.tsx'

/** The switch of a list whose records are active or not: one that is not can not be chosen any more. */
export interface StatusWords<Row> extends RowActionWords<Row> {
  readonly isActive: (row: Row) => boolean
}

interface Props<Row> {
  readonly row: Row
  readonly words: StatusWords<Row>
  readonly action: RowActionActor
  readonly onSwitch: (row: Row) => void
}

/** One at a time: while one is on its way to the server, the others wait. */
const StatusSwitch = <Row,>({ row, words, action, onSwitch }: Props<Row>) => {
  const isBusy = useSelector(action, (snapshot) => snapshot.hasTag('busy'))
  return (
    <Switch
      size="sm"
      aria-label={`${words.nameOf(row)} is active`}
      checked={words.isActive(row)}
      disabled={isBusy}
      onChange={() => onSwitch(row)}
    />
  )
}

export const statusColumn = <Row,>(props: Omit<Props<Row>, 'row'>): Column<Row> => ({
  key: 'status',
  title: 'Status',
  width: '6rem',
  render: (row) => <StatusSwitch row={row} {...props} />,
})
