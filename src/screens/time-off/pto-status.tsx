import { Badge } from '@mantine/core'
import type { Pto } from '#contract/time-off.ts'
import { PTO_STATES, ptoStateOf } from '#domain/time-off.ts'

/** The status of a request, and whether it is over the balance. */
export const PtoStatus = ({
  pto: { status, statusId, isOverBalance },
}: {
  readonly pto: Pick<Pto, 'status' | 'statusId' | 'isOverBalance'>
}) => (
  <>
    <Badge variant="dot" color={PTO_STATES[ptoStateOf(statusId)].color} tt="none">
      {status}
    </Badge>{' '}
    {isOverBalance && (
      <Badge variant="dot" color="red" tt="none">
        Over balance
      </Badge>
    )}
  </>
)
