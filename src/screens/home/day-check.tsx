import { Box, Checkbox, Tooltip, VisuallyHidden } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { dayAheadReason } from '#domain/day-over.ts'
import type { LocalDate } from '#domain/time.ts'
import {
  checkOf,
  dayApproval,
  type WeekApprovalSnapshot,
  type weekApprovalMachine,
} from '#machines/schedule/week-approval.machine.ts'

const selectContext = ({ context }: WeekApprovalSnapshot) => context
const selectIsEditable = (snapshot: WeekApprovalSnapshot) => snapshot.hasTag('editable')

interface Props {
  readonly approval: ActorRefFrom<typeof weekApprovalMachine>
  readonly date: LocalDate
  readonly label: string
}

/** The checkbox in a day's header that approves the day. */
export const DayCheck = ({ approval, date, label }: Props) => {
  const context = useSelector(approval, selectContext)
  const isEditable = useSelector(approval, selectIsEditable)
  const reasonId = useId()
  const status = dayApproval(context.days, date)
  const check = checkOf(context, date)
  const ends = context.days.filter((day) => day.date === date).map(({ lastEnd }) => lastEnd)
  const reason = status === 'ahead' ? dayAheadReason(date, ends.sort().at(-1) ?? '') : undefined
  const box = (
    <Checkbox
      size="xs"
      label={label}
      aria-label={`Approve ${label}`}
      aria-describedby={reason && reasonId}
      checked={status === 'approved' || check === 'all'}
      indeterminate={status !== 'approved' && check === 'some'}
      disabled={status !== 'open' || !isEditable}
      onChange={() => approval.send({ type: 'day.toggle', date })}
    />
  )
  if (!reason) return box
  return (
    <Tooltip label={reason} multiline w={240} events={{ hover: true, focus: true, touch: true }}>
      <Box>
        {box}
        <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>
      </Box>
    </Tooltip>
  )
}
