import { Stack, Text } from '@mantine/core'
import type { ImportReport, RowProblem } from '#contract/imports.ts'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import classes from './import.module.css'

const columns: readonly Column<RowProblem>[] = [
  { key: 'line', title: 'Row', width: '4rem', render: ({ line }) => line },
  { key: 'column', title: 'Column', render: ({ column }) => column || '–' },
  { key: 'value', title: 'Value', render: ({ value }) => <span className={classes.value}>{value || '–'}</span> },
  { key: 'problem', title: 'Problem', render: ({ problem }) => problem },
]

/** The file's problems by row. */
export const ImportProblems = ({ report: { problems, problemCount } }: { readonly report: ImportReport }) => (
  <Stack gap={4}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
    <section className={classes.problems} aria-label="Problems by row" tabIndex={0}>
      <DataTable
        ariaLabel="Problems"
        columns={columns}
        rows={problems}
        keyOf={({ line, column }) => `${line} ${column}`}
        emptyText=""
      />
    </section>
    {problemCount > problems.length && (
      <Text size="sm" c="dimmed">
        The first {problems.length} of {problemCount.toLocaleString('en-US')} problems. Download the problem rows to see
        all of them.
      </Text>
    )}
  </Stack>
)
