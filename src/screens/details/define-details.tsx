import { type ComponentType, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import type { Call } from '#contract/call.ts'
import { useDetails } from '#screens/use-calls.ts'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { DetailsDialog } from './details-dialog.tsx'

interface DetailsDefinition<Subject, Data> {
  readonly read: Call<Subject, Data>
  readonly titleOf: (subject: Subject) => string
  /** Shown when the server sends no message. Default 'The details could not be loaded.' */
  readonly failure?: string
  readonly size?: 'md' | 'lg' | 'xl'
  /** @param data undefined while it loads; render a skeleton then */
  readonly body: (data: Data | undefined, subject: Subject) => ReactNode
}

/** What a details dialog's ref gives. */
export interface DetailsOpener<Subject> {
  readonly open: (subject: Subject) => void
}

/** Defines a dialog with the details of a row or another subject. */
export interface Details<Subject> {
  readonly Dialog: ComponentType<{ readonly ref: Ref<DetailsOpener<Subject>> }>
}

export const defineDetails = <Subject, Data>(definition: DetailsDefinition<Subject, Data>): Details<Subject> => ({
  Dialog: ({ ref }) => {
    const { read, body, ...frame } = definition
    const dialog = useDetails(read)
    useImperativeHandle(ref, () => ({ open: (subject) => dialog.send({ type: 'details.open', subject }) }), [dialog])
    return (
      <DetailsDialog dialog={dialog} {...frame}>
        {body}
      </DetailsDialog>
    )
  },
})

interface TableDefinition<Subject, Row>
  extends Pick<DetailsDefinition<Subject, readonly Row[]>, 'read' | 'titleOf' | 'failure'> {
  /** The table's name for screen readers. */
  readonly ariaLabel: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  readonly emptyText: string
}

/** Defines details that are a table. */
export const defineDetailsTable = <Subject, Row>({
  ariaLabel,
  columns,
  keyOf,
  emptyText,
  ...frame
}: TableDefinition<Subject, Row>): Details<Subject> =>
  defineDetails<Subject, readonly Row[]>({
    ...frame,
    size: 'lg',
    body: (rows) => (
      <DataTable ariaLabel={ariaLabel} columns={columns} rows={rows} keyOf={keyOf} emptyText={emptyText} />
    ),
  })

/** For a screen that opens details itself; render `dialog` once. */
export const useDetailsDialog = <Subject,>({ Dialog }: Details<Subject>) => {
  const opener = useRef<DetailsOpener<Subject>>(null)
  return {
    open: (subject: Subject) => opener.current?.open(subject),
    dialog: <Dialog ref={opener} />,
  }
}
