/**
 * A screen that lists records: heading, filters, table with what can be done to a row, pages. A screen gives a definition
 * and the machines; see CONTRIBUTING.
 */
import { Button, Group, Stack, Title } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback } from 'react'
import { Link, useLocation } from 'wouter'
import { confirmActionMachine } from '#machines/common/confirm-action.machine.ts'
import {
  type PagedListActor,
  type PagedListMachine,
  type PagedListSnapshot,
  selectListPlace,
} from '#machines/common/paged-list.machine.ts'
import { ImportButton } from '#screens/import/import-button.tsx'
import type { ImportKind } from '#screens/provided.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { FilterBar } from '#ui/filters/filter-bar.tsx'
import { ResetFilters } from '#ui/filters/reset-filters.tsx'
import { SearchFilter } from '#ui/filters/search-filter.tsx'
import { SortFilter } from '#ui/filters/sort-filter.tsx'
import { IconAction, IconLink } from '#ui/icon-action/icon-action.tsx'
import { addressOfPlace, type CodecsOf } from './list-address.ts'
import { PagedTable } from './paged-table.tsx'
import { RowActionDialogs, type RowActionWords, useRowAction } from './row-action.tsx'
import type { Sort } from './sort.ts'
import { type StatusWords, statusColumn } from './status-column.tsx'
import { usePagedList } from './use-paged-list.ts'

/** The filters' names whose values are text: what can be typed into. */
type TextFilter<Filters> = { [Name in keyof Filters]: Filters[Name] extends string ? Name : never }[keyof Filters]

export interface ListDefinition<Row, Filters extends object> {
  readonly heading: string
  readonly codecs: CodecsOf<Filters>
  /** The search box: Enter, its icon, or half a second without a key. */
  readonly search?: { readonly filter: TextFilter<Filters> & keyof Filters; readonly label?: string }
  /** The orders to choose from; the filter `sort` holds the chosen one. */
  readonly sort?: Sort
  /** The page that adds a record. */
  readonly add?: { readonly href: string; readonly label: string }
  /** Beside the running number, which comes first, and the actions, which come last. */
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  readonly emptyText: string
  /** The page that changes a row. */
  readonly edit?: { readonly href: (row: Row) => string; readonly nameOf: (row: Row) => string }
  readonly deletion?: RowActionWords<Row>
  /** A column with a switch, before the actions. */
  readonly status?: StatusWords<Row>
}

interface Props<Row, Filters extends object> {
  readonly definition: ListDefinition<Row, Filters>
  readonly machine: PagedListMachine<Row, Filters>
  /** Deletes the row that is its subject. */
  readonly deletion?: typeof confirmActionMachine
  /** Records can be added from a spreadsheet as well. */
  readonly imports?: ImportKind | undefined
  /** Switches the row that is its subject. */
  readonly status?: typeof confirmActionMachine
  /** Filters beside the search box. */
  readonly filters?: (list: PagedListActor<Row, Filters>) => ReactNode
  /** Buttons at the end of the filters, such as a download of what they leave. */
  readonly filterActions?: (list: PagedListActor<Row, Filters>) => ReactNode
  /** Columns that do something, after the definition's. */
  readonly columns?: (list: PagedListActor<Row, Filters>) => readonly Column<Row>[]
  /** Dialogs. */
  readonly children?: (list: PagedListActor<Row, Filters>) => ReactNode
}

/** The words and filters above the table; the icon that takes them away is there while one is set. */
const ListFilters = <Row, Filters extends object>({
  list,
  search,
  sort,
  actions,
  children,
}: {
  readonly list: PagedListActor<Row, Filters>
  readonly search: ListDefinition<Row, Filters>['search']
  readonly sort: ListDefinition<Row, Filters>['sort']
  readonly actions: ReactNode
  readonly children: ReactNode
}) => {
  type Snapshot = PagedListSnapshot<Row, Filters>
  const filters = useSelector(list, ({ context }: Snapshot) => context.filters)
  const change = (name: string, value: string) =>
    list.send({ type: 'filters.change', filters: { [name]: value } as unknown as Partial<Filters> })
  const canReset = useSelector(list, (snapshot: Snapshot) => snapshot.can({ type: 'filters.reset' }))
  return (
    <FilterBar
      actions={
        (canReset || actions) && (
          <Group gap="xs" wrap="nowrap">
            {canReset && <ResetFilters onReset={() => list.send({ type: 'filters.reset' })} />}
            {actions}
          </Group>
        )
      }
    >
      {children}
      {search && (
        <SearchFilter
          {...(search.label !== undefined && { label: search.label })}
          value={String(filters[search.filter])}
          onType={(text) => change(String(search.filter), text)}
          onSubmit={() => list.send({ type: 'filters.submit' })}
        />
      )}
      {sort && (
        <SortFilter
          options={sort.options}
          value={'sort' in filters ? String(filters.sort) : ''}
          onChoose={(value) => change('sort', value)}
        />
      )}
    </FilterBar>
  )
}

export const ListScreen = <Row, Filters extends object>({
  definition,
  machine,
  deletion = confirmActionMachine,
  imports,
  status = confirmActionMachine,
  filters,
  filterActions,
  columns = () => [],
  children,
}: Props<Row, Filters>) => {
  const {
    heading,
    codecs,
    search,
    sort,
    add,
    edit,
    keyOf,
    emptyText,
    deletion: words,
    status: statusWords,
  } = definition
  const list = usePagedList(machine, { codecs, ...(search && { typed: search.filter }) })
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const { action, begin } = useRowAction<Row>(deletion, words ?? {}, reload)
  const switching = useRowAction<Row>(status, statusWords ?? {}, reload)
  const [path] = useLocation()
  /** Where the list is now, for the way back from the page that a row leads to. */
  const here = () => {
    const query = addressOfPlace(selectListPlace(list.getSnapshot()), codecs)
    return { cameFrom: query ? `${path}?${query}` : path }
  }
  const actions: Column<Row> = {
    key: 'actions',
    title: 'Action',
    width: '6rem',
    render: (row) => (
      <Group gap={4} wrap="nowrap">
        {words && (
          <IconAction
            icon={IconTrash}
            color="red"
            label={`Delete ${words.nameOf(row)}`}
            tooltip="Delete"
            onClick={() => begin(row)}
          />
        )}
        {edit && (
          <IconLink
            icon={IconPencil}
            label={`Edit ${edit.nameOf(row)}`}
            tooltip="Edit"
            href={edit.href(row)}
            state={here()}
          />
        )}
      </Group>
    ),
  }
  const shown: readonly Column<Row>[] = [
    { key: 'number', title: 'ID', render: (_, number) => number, width: '4rem' },
    ...definition.columns,
    ...columns(list),
    ...(statusWords ? [statusColumn({ words: statusWords, action: switching.action, onSwitch: switching.begin })] : []),
    ...(words || edit ? [actions] : []),
  ]
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Title order={1}>{heading}</Title>
        <Group gap="xs">
          {imports && <ImportButton kind={imports} onDone={reload} />}
          {add && (
            <Button component={Link} href={add.href} leftSection={<IconPlus size={16} aria-hidden />}>
              {add.label}
            </Button>
          )}
        </Group>
      </Group>
      {(search || filters) && (
        <ListFilters list={list} search={search} sort={sort} actions={filterActions?.(list)}>
          {filters?.(list)}
        </ListFilters>
      )}
      <PagedTable list={list} ariaLabel={heading} columns={shown} keyOf={keyOf} emptyText={emptyText} />
      {words && <RowActionDialogs action={action} words={words} onDone={reload} />}
      {statusWords && <RowActionDialogs action={switching.action} words={statusWords} onDone={reload} />}
      {children?.(list)}
    </Stack>
  )
}
