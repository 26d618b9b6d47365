/** 100 students as the caseload list shows them; both tables have the same cells. */
import { Anchor, MantineProvider, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column } from '#ui/data-table/data-table.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconPencil } from '#ui/icons/pencil.ts'
import { IconTrash } from '#ui/icons/trash.ts'
import '@mantine/core/styles.css'
import { isOnPage, untilShown } from '../week-grid/drive.ts'
import { schoolName, studentName } from './data.ts'

export interface Student {
  readonly id: number
  readonly name: string
  readonly school: string
}

const nothing = () => {}

export const columns: readonly Column<Student>[] = [
  { key: 'number', title: 'ID', render: (_, number) => number, width: '4rem' },
  { key: 'school', title: 'School Name', render: ({ school }) => school },
  {
    key: 'student',
    title: 'Student Name',
    render: ({ id, name }) => (
      <Anchor inherit href={`/student/${id}`}>
        {name}
      </Anchor>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    width: '6rem',
    render: ({ name }) => <Switch size="sm" aria-label={`${name} is active`} checked onChange={nothing} />,
  },
  {
    key: 'actions',
    title: 'Action',
    width: '6rem',
    render: ({ name }) => (
      <>
        <IconAction icon={IconTrash} color="red" label={`Delete ${name}`} tooltip="Delete" onClick={nothing} />
        <IconAction icon={IconPencil} label={`Edit ${name}`} tooltip="Edit" onClick={nothing} />
      </>
    ),
  },
]

/** @param page starts at 1 */
export const studentsOf = (page: number, count: number): Student[] =>
  Array.from({ length: count }, (_, index) => {
    const id = (page - 1) * count + index
    return { id, name: studentName(id), school: schoolName(id % 40) }
  })

export const inTheme = (table: ReactNode) => <MantineProvider>{table}</MantineProvider>

/** @param show draws a page with that many rows */
export const drive = (show: (page: number, count: number) => void): void => {
  let count = 0
  const shown = (page: number) => {
    const last = studentsOf(page, count).at(-1)?.name ?? ''
    return untilShown(
      () => isOnPage(last),
      () => show(page, count),
    )
  }
  window.driver = {
    first: (wanted) => {
      count = wanted
      return shown(1)
    },
    next: () => shown(2),
  }
}
