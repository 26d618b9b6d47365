import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import {
  type ProviderDay,
  type WeekApprovalEmitted,
  type WeekApprovalSnapshot,
  weekApprovalMachine,
} from '#machines/schedule/week-approval.machine.ts'
import { useLeaveGuard } from '#screens/leave-guard.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useTold } from '#screens/use-told.ts'

type Approved = Extract<WeekApprovalEmitted, { type: 'days.approved' }>

const selectIsSelecting = ({ context }: WeekApprovalSnapshot) => context.pending.length > 0

interface Options {
  readonly dates: readonly LocalDate[]
  /** Undefined until they have loaded. */
  readonly days: readonly ProviderDay[] | undefined
  /** How many days the message says were approved. Keep its identity stable. */
  readonly countOf: (approved: Approved) => number
  /** The days shown are out of date. Keep its identity stable. */
  readonly onChanged: () => void
}

/** Runs the approval of the days shown: says what was approved, and asks before checks are lost. */
export const useApproval = ({ dates, days, countOf, onChanged }: Options) => {
  const approval = useActorRef(useProvided(weekApprovalMachine))
  useTold(approval, days && { type: 'days.show', dates, days })
  const leave = useRef(() => {})
  useEffect(() => {
    const listeners = [
      approval.on('approval.changed', onChanged),
      approval.on('days.approved', (approved) => {
        const count = countOf(approved)
        notifications.show({ message: `${counted(count, 'day')} ${count === 1 ? 'has' : 'have'} been approved` })
      }),
      approval.on('page.left', () => leave.current()),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [approval, countOf, onChanged])
  const isSelecting = useSelector(approval, selectIsSelecting)
  const askToLeave = (go: () => void) => {
    if (!approval.getSnapshot().can({ type: 'page.leave' })) return go()
    leave.current = go
    approval.send({ type: 'page.leave' })
  }
  useLeaveGuard(isSelecting ? askToLeave : undefined)
  return approval
}
