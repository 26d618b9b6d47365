import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { callOf } from '#contract/call.ts'
import { getMeaningChange, type MeaningChange } from '#contract/tracking-labels.ts'
import { type CountsAs, countsAsSchema, countsAsWord } from '#domain/label-counts.ts'
import { formatDate } from '#domain/time.ts'
import { type TrackingLabelForm, trackingLabelMessages } from '#domain/tracking-label-form.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import type { BeforeSaveProps } from '#screens/form/record-page.tsx'
import { useDetailsOf } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

interface Subject {
  readonly id: number
  readonly countsAs: CountsAs
}
type Snapshot = DetailsSnapshot<Subject, MeaningChange>

const readChange = callOf(getMeaningChange, (query: Subject) => ({ query }))

/** 'Sessions with PRE from 10/01/2026 to 11/20/2026 will count as Absent. 12 more stay as they are: …' */
const inWords = ({ kept, from, to }: MeaningChange, label: string, countsAs: CountsAs): string => {
  const days = from === null || to === null ? '' : ` from ${formatDate(from)} to ${formatDate(to)}`
  const stay =
    kept === 0
      ? ''
      : ` ${kept.toLocaleString('en-US')} more ${kept === 1 ? 'stays as it is' : 'stay as they are'}, because the day is approved or locked.`
  return `Sessions with ${label}${days} will count as ${countsAsWord(countsAs)}.${stay}`
}

/** Asks before past sessions count differently; saves at once if none does. */
const MeaningQuestion = ({ id, values, onSave, onCancel }: BeforeSaveProps<TrackingLabelForm>) => {
  const [subject] = useState<Subject>({ id, countsAs: countsAsSchema.parse(values.countsAs) })
  const details = useDetailsOf(readChange, subject)
  const { data, message } = useSelector(details, ({ context }: Snapshot) => context)
  const isNothing = data?.changed === 0
  useEffect(() => {
    if (isNothing) onSave(values)
  }, [isNothing, onSave, values])
  if (message !== undefined) return <MessageDialog title="Not saved" message={message} onClose={onCancel} />
  if (!data || isNothing) return null
  return (
    <ConfirmDialog
      question={trackingLabelMessages.changesPast(data.changed)}
      details={inWords(data, values.trackingLabel, subject.countsAs)}
      size="md"
      onCancel={onCancel}
      onConfirm={() => onSave({ ...values, pastSessions: data.changed })}
    />
  )
}

export const askAboutPastSessions = {
  isAsked: ({ countsAs }: TrackingLabelForm, stored: TrackingLabelForm): boolean => countsAs !== stored.countsAs,
  Question: MeaningQuestion,
}
