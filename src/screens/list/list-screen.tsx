/**
 * A screen that lists records: heading, filters, table with row actions, and pages. A screen supplies a definition, and
 * slots for anything special. See CONTRIBUTING.
 */
import { Anchor, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, type Ref, useCallback, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type PagedListActor, type PagedListSnapshot, selectListPlace } from '#machines/common/paged-list.machine.ts'
import type { DetailsOpener } from '#screens/details/define-details.tsx'
import { ImportButton } from '#screens/import/import-button.tsx'
import { type Column, numberColumn, type RowGroups, type RowSelection } from '#ui/data-table/data-table.tsx'
import { FilterBar } from '#ui/filters/filter-bar.tsx'
import { ResetFilters } from '#ui/filters/reset-filters.tsx'
import { IconAction, IconLink } from '#ui/icon-action/icon-action.tsx'
import { IconPencil } from '#ui/icons/pencil.ts'
import { IconPlus } from '#ui/icons/plus.ts'
import { IconTrash } from '#ui/icons/trash.ts'
import { FilterControls } from './filter-controls.tsx'
import { filtersInWords } from './filters-in-words.ts'
import { addressOfPlace } from './list-address.ts'
import type { ListColumn, ListDefinition } from './list-definition.ts'
import { PagedTable } from './paged-table.tsx'
import { RowActionDialogs, useRowAction } from './row-action.tsx'
import { statusColumn } from './status-column.tsx'
import { useList } from './use-list.ts'

type Slot<Row, Values extends object> = (list: PagedListActor<Row, Values>) => ReactNode

/** Slots for what only some lists have. */
export interface ListSlots<Row, Values extends object> {
  /** Next to the heading, such as a button that opens a dialog. */
  readonly headerActions?: Slot<Row, Values>
  /** Between the heading and the filters. */
  readonly above?: Slot<Row, Values>
  /** After the filters, such as a download of the filtered rows. */
  readonly filterActions?: Slot<Row, Values>
  /** Below the table. */
  readonly below?: Slot<Row, Values>
  /** Between the filters and the table, such as a chart. */
  readonly overview?: Slot<Row, Values>
  /** Buttons before Delete and Edit. */
  readonly rowActions?: (row: Row, list: PagedListActor<Row, Values>) => ReactNode
  /** The heading of the row's buttons. Default 'Actions' with `rowActions`, 'Action' without. */
  readonly actionsTitle?: string
  /** Makes rows selectable. */
  readonly selection?: RowSelection<Row>
  /** Shows rows that belong together below a row of their own. */
  readonly groups?: RowGroups<Row>
  /** The last row of the table, by column key. */
  readonly totals?: Readonly<Record<string, ReactNode>>
  /** Hides the table until the user submits the filters. */
  readonly isTableHidden?: boolean
  /** Dialogs. */
  readonly children?: Slot<Row, Values>
}

interface ViewProps<Row, Values extends object> extends ListSlots<Row, Values> {
  readonly definition: ListDefinition<Row, Values>
  readonly list: PagedListActor<Row, Values>
  /** Scrolls to the table. */
  readonly tableRef?: Ref<HTMLDivElement>
}

/** Turns the cells of columns with details into buttons that open them. */
const useDetailsColumns = <Row,>(columns: readonly ListColumn<Row>[]) => {
  const openers = useRef(new Map<string, DetailsOpener<Row>>())
  const shown = columns.map(({ details, labelOf, tooltip, ...column }): Column<Row> => {
    if (!details) return column
    return {
      ...column,
      render: (row, number) => (
        <Anchor
          component="button"
          type="button"
          inherit
          ta="start"
          lineClamp={2}
          title={tooltip}
          {...(labelOf && { 'aria-label': labelOf(row) })}
          onClick={() => openers.current.get(column.key)?.open(row)}
        >
          {column.render(row, number)}
        </Anchor>
      ),
    }
  })
  const dialogs = columns.map(
    ({ key, details }) =>
      details && (
        <details.Dialog
          key={key}
          ref={(opener) => {
            if (opener) openers.current.set(key, opener)
            return () => {
              openers.current.delete(key)
            }
          }}
        />
      ),
  )
  return { shown, dialogs }
}

/** The filters above the table, with Reset while one is set. */
const ListFilters = <Row, Values extends object>({
  list,
  definition: { filters, search },
  filterActions,
}: Pick<ViewProps<Row, Values>, 'list' | 'definition' | 'filterActions'>) => {
  const canReset = useSelector(list, (snapshot: PagedListSnapshot<Row, Values>) =>
    snapshot.can({ type: 'filters.reset' }),
  )
  const words = useSelector(list, ({ context }: PagedListSnapshot<Row, Values>) =>
    filtersInWords(filters.list, context.filters),
  )
  const [resets, setResets] = useState(0)
  const [isMissing, setIsMissing] = useState(false)
  const submit = () => {
    setIsMissing(!canReset)
    if (canReset) list.send({ type: 'filters.submit' })
  }
  const reset = () => {
    // The button goes with the last filter.
    document.activeElement?.closest<HTMLElement>('search')?.focus()
    list.send({ type: 'filters.reset' })
    setResets(resets + 1)
  }
  const actions = filterActions?.(list)
  if (filters.list.length === 0 && !actions) return null
  return (
    <>
      <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>
      <FilterBar
        actions={
          (canReset || search || actions) && (
            <Group gap="xs" wrap="nowrap">
              {search && <Button onClick={submit}>Search</Button>}
              {canReset && <ResetFilters onReset={reset} />}
              {actions}
            </Group>
          )
        }
      >
        <FilterControls list={list} filters={filters} resets={resets} />
      </FilterBar>
      {search && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {isMissing && !canReset && search.noFilter}
        </Text>
      )}
    </>
  )
}

/** A list whose machine the screen runs. */
export const ListView = <Row, Values extends object>({
  definition,
  list,
  headerActions,
  above,
  below,
  filterActions,
  overview,
  rowActions,
  actionsTitle = rowActions ? 'Actions' : 'Action',
  selection,
  groups,
  totals,
  isTableHidden = false,
  tableRef,
  children,
}: ViewProps<Row, Values>) => {
  const { heading, filters, columns, isNumbered = true, keyOf, nameOf, emptyText, isEmptyOnFailure } = definition
  const { add, editHref, deletion, status, imports } = definition
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const deleting = useRowAction(deletion, reload)
  const switching = useRowAction(status, reload)
  const details = useDetailsColumns(columns)
  const [path] = useLocation()
  /** Lets the page that a row opens link back to this list. */
  const here = () => {
    const query = addressOfPlace(selectListPlace(list.getSnapshot()), filters)
    return { cameFrom: query ? `${path}?${query}` : path }
  }
  const actions: Column<Row> = {
    key: 'actions',
    title: actionsTitle,
    width: '6rem',
    render: (row) => (
      <Group gap={4} wrap="nowrap">
        {rowActions?.(row, list)}
        {deletion && (deletion.isOffered?.(row) ?? true) && (
          <IconAction
            icon={deletion.icon ?? IconTrash}
            color="red"
            label={`${deletion.verb ?? 'Delete'} ${nameOf(row)}`}
            tooltip={deletion.verb ?? 'Delete'}
            onClick={() => deleting.begin(row)}
          />
        )}
        {editHref && (
          <IconLink
            icon={IconPencil}
            label={`Edit ${nameOf(row)}`}
            tooltip="Edit"
            href={editHref(row)}
            state={here()}
          />
        )}
      </Group>
    ),
  }
  const shown: readonly Column<Row>[] = [
    ...(isNumbered ? [numberColumn()] : []),
    ...details.shown,
    ...(status
      ? [statusColumn({ definition: status, nameOf, action: switching.action, onSwitch: switching.begin })]
      : []),
    ...(deletion || editHref || rowActions ? [actions] : []),
  ]
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Title order={1}>{heading}</Title>
        <Group gap="xs">
          {headerActions?.(list)}
          {imports && <ImportButton definition={imports} onDone={reload} />}
          {add && (
            <Button component={Link} href={add.href} leftSection={<IconPlus size={16} aria-hidden />}>
              {add.label}
            </Button>
          )}
        </Group>
      </Group>
      {above?.(list)}
      <ListFilters list={list} definition={definition} filterActions={filterActions} />
      {overview?.(list)}
      {!isTableHidden && (
        <div ref={tableRef}>
          <PagedTable
            list={list}
            ariaLabel={heading}
            columns={shown}
            keyOf={keyOf}
            emptyText={emptyText}
            {...(isEmptyOnFailure && { isEmptyOnFailure })}
            {...(selection && { selection })}
            {...(groups && { groups })}
            {...(totals && { totals })}
          />
        </div>
      )}
      {below?.(list)}
      {deletion && (
        <RowActionDialogs
          action={deleting.action}
          definition={deletion}
          nameOf={nameOf}
          onDone={reload}
          onRefused={reload}
        />
      )}
      {status && <RowActionDialogs action={switching.action} definition={status} nameOf={nameOf} onDone={reload} />}
      {deleting.question}
      {switching.question}
      {details.dialogs}
      {children?.(list)}
    </Stack>
  )
}

interface Props<Row, Values extends object> extends ListSlots<Row, Values> {
  readonly definition: ListDefinition<Row, Values>
}

export const ListScreen = <Row, Values extends object>({ definition, ...slots }: Props<Row, Values>) => (
  <ListView definition={definition} list={useList(definition)} {...slots} />
)
