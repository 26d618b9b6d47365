import { Anchor } from '@mantine/core'
import type { Caseload } from '#contract/caseloads.ts'
import { counted } from '#domain/words.ts'
import { StudentLink } from '#screens/students/student-link.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'

export const nameOf = ({ studentName }: Caseload): string => studentName

/** School and student. */
export const caseloadColumns: readonly Column<Caseload>[] = [
  { key: 'school', title: 'School Name', render: ({ schoolName }) => schoolName },
  {
    key: 'student',
    title: 'Student Name',
    render: ({ id, studentName }) => <StudentLink id={id} name={studentName} />,
  },
]

/** How many frequencies there are, which opens them. */
export const recordsColumn = (onOpen: (student: Caseload) => void): Column<Caseload> => ({
  key: 'records',
  title: 'Records',
  width: '7rem',
  render: (student) => (
    <Anchor
      component="button"
      inherit
      type="button"
      onClick={() => onOpen(student)}
      aria-label={`${counted(student.records, 'record')} of ${student.studentName}`}
    >
      {student.records}
    </Anchor>
  ),
})
