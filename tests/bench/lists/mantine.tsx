import { Table } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { columns, drive, inTheme, studentsOf } from './rows.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement)

/** The library's table as in its documentation; it redraws completely for each page. */
drive((page, count) => {
  root.render(
    inTheme(
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, title }) => (
              <Table.Th key={key}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {studentsOf(page, count).map((student, index) => (
            <Table.Tr key={student.id}>
              {columns.map(({ key, render }) => (
                <Table.Td key={key}>{render(student, (page - 1) * count + index + 1)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>,
    ),
  )
})
