import { createRoot } from 'react-dom/client'
import { createActor, fromPromise } from 'xstate'
import type { ListPlace } from '#contract/call.ts'
import type { PageSize } from '#contract/paging.ts'
import { type ListPage, type PagedListActor, pagedList } from '#machines/common/paged-list.machine.ts'
import { PagedTable } from '#screens/list/paged-table.tsx'
import { columns, drive, inTheme, type Student, studentsOf } from './rows.tsx'

type Filters = Record<string, never>

const machine = pagedList<Student, Filters>().provide({
  actors: {
    // The response is available immediately, so that only the list is measured.
    loadPage: fromPromise<ListPage<Student>, ListPlace<Filters>>(async ({ input: { page, size } }) => ({
      rows: studentsOf(page, size),
      total: 20_000,
    })),
  },
})

let list: PagedListActor<Student, Filters> | undefined

drive((page, count) => {
  if (page > 1) {
    list?.send({ type: 'page.choose', page })
    return
  }
  list = createActor(machine, { input: { noFilters: {}, place: { size: count as PageSize } } }).start()
  createRoot(document.getElementById('root') as HTMLElement).render(
    inTheme(
      <PagedTable
        list={list}
        ariaLabel="Caseload Record"
        columns={columns}
        keyOf={({ id }) => id}
        emptyText="No Data Available"
      />,
    ),
  )
})
