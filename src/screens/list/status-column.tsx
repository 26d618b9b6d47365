import { Switch } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { Column } from '#ui/data-table/data-table.tsx'
import type { StatusSwitch } from './list-definition.ts'
import type { RowActionActor } from './row-action.tsx'

interface Props<Row> {
  readonly row: Row
  readonly definition: StatusSwitch<Row>
  readonly nameOf: (row: Row) => string
  readonly action: RowActionActor<Row>
  readonly onSwitch: (row: Row) => void
}

/** Only one switch saves at a time; the others are disabled while it does. */
const Status = <Row,>({ row, definition, nameOf, action, onSwitch }: Props<Row>) => {
  const isBusy = useSelector(action, (snapshot) => snapshot.hasTag('busy'))
  return (
    <Switch
      size="sm"
      aria-label={`${nameOf(row)} is active`}
      checked={definition.isActive(row)}
      disabled={isBusy || definition.isLocked?.(row) === true}
      onChange={() => onSwitch(row)}
    />
  )
}

export const statusColumn = <Row,>(props: Omit<Props<Row>, 'row'>): Column<Row> => ({
  key: 'status',
  title: 'Status',
  width: '6rem',
  render: (row) => <Status row={row} {...props} />,
})
