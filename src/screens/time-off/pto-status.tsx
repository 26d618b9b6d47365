import { Badge, type MantineColor } from '@mantine/core'
import type { Pto } from '#contract/time-off.ts'
import type { PtoStatusId } from '#domain/time-off.ts'

const COLOURS: Readonly<Record<PtoStatusId, MantineColor>> = {
  1: 'yellow',
  2: 'green',
  3: 'red',
  4: 'gray.5',
  5: 'orange',
  6: 'gray.5',
}

/** The status of a request, and whether it is over the balance. */
export const PtoStatus = ({
  pto: { status, statusId, isOverBalance },
}: {
  readonly pto: Pick<Pto, 'status' | 'statusId' | 'isOverBalance'>
}) => (
  <>
    <Badge variant="dot" color={COLOURS[statusId]} tt="none">
      {status}
    </Badge>{' '}
    {isOverBalance && (
      <Badge variant="dot" color="red" tt="none">
        Over balance
      </Badge>
    )}
  </>
)
