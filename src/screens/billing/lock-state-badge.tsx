import { Badge } from '@mantine/core'
import { type LockState, lockStateNames } from '#domain/billing/lock-out.ts'

const colors = { open: 'gray.5', partly: 'yellow', locked: 'green', forced: 'yellow' } as const

/** Whether a period is locked, and how. */
export const LockStateBadge = ({ state }: { readonly state: LockState }) => (
  <Badge color={colors[state]} variant="dot" tt="none">
    {lockStateNames[state]}
  </Badge>
)
