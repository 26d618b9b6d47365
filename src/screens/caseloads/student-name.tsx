import { Text } from '@mantine/core'
import type { Caseload } from '#contract/caseloads.ts'

/** A student's name wherever caseloads are listed. */
export const StudentName = ({ student: { studentName } }: { readonly student: Caseload }) => (
  <Text span inherit style={{ overflowWrap: 'anywhere' }}>
    {studentName}
  </Text>
)
