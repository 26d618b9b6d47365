import { ActionIcon, Group, Pagination, Select, Text } from '@mantine/core'
import { IconRefresh } from '#ui/icons/refresh.ts'
import { pageNumbers } from './page-numbers.ts'
import styles from './pager.module.css'

interface Props<Size extends number> {
  /** Starts at 1. */
  readonly page: number
  readonly size: Size
  readonly sizes: readonly Size[]
  /** The number of rows on all pages; undefined until the first response. */
  readonly total: number | undefined
  readonly onPage: (page: number) => void
  readonly onSize: (size: Size) => void
  /** Without it there is no button: everything is loaded already. */
  readonly onRefresh?: () => void
  /** Its accessible name, where a page has several. Default 'Pages'. */
  readonly label?: string
}

/** The row count (announced when it changes), page buttons, page size, and Refresh (spec 1, sections 2 and 9). */
export const Pager = <Size extends number>({
  page,
  size,
  sizes,
  total,
  onPage,
  onSize,
  onRefresh,
  label = 'Pages',
}: Props<Size>) => {
  const pages = total === undefined ? page : Math.max(1, Math.ceil(total / size))
  return (
    <nav aria-label={label} className={styles.pager}>
      <Text size="sm" c="dimmed" className={styles.count} aria-live="polite" aria-atomic>
        {total !== undefined &&
          `${total === 0 ? 0 : (page - 1) * size + 1}-${Math.min(page * size, total)} of ${total} results`}
      </Text>
      <Pagination.Root total={pages} disabled={total === undefined} value={page} onChange={onPage} size="sm">
        <Group gap={8}>
          <Pagination.Previous aria-label="Previous page" />
          {pageNumbers(page, pages).map((number, index, numbers) =>
            number === null ? (
              <Pagination.Dots key={`after ${numbers[index - 1]}`} />
            ) : (
              <Pagination.Control
                key={number}
                active={number === page}
                aria-current={number === page ? 'page' : undefined}
                aria-label={`Page ${number}`}
                onClick={() => onPage(number)}
              >
                {number}
              </Pagination.Control>
            ),
          )}
          <Pagination.Next aria-label="Next page" />
        </Group>
      </Pagination.Root>
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label="Results per page"
          size="xs"
          w="5rem"
          data={sizes.map(String)}
          value={String(size)}
          allowDeselect={false}
          onChange={(chosen) => {
            const found = sizes.find((option) => String(option) === chosen)
            if (found !== undefined) onSize(found)
          }}
        />
        {onRefresh && (
          <ActionIcon variant="default" size={30} aria-label="Refresh" onClick={onRefresh}>
            <IconRefresh size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </nav>
  )
}
