/** The question about sessions to come in a list: before a student or a school is deactivated, or a student deleted. */
import { useCallback, useState } from 'react'
import type { Call } from '#contract/call.ts'
import type { ComingSessions } from '#contract/coming-sessions.ts'
import type { ComingAnswer, Departure } from '#domain/coming-sessions.ts'
import type { RowQuestionProps } from '#screens/list/list-definition.ts'
import { ComingQuestion, type ComingSubject } from './coming-question.tsx'

/** What the question adds to the row. */
export interface Answered {
  readonly comingSessions?: ComingAnswer
}

interface Texts<Row> {
  /** 'Deactivate Lincoln?' */
  readonly questionOf: (row: Row) => string
  readonly destructiveLabel?: string
}

export const departureQuestion = <Row extends { readonly id: number }>(
  read: Call<ComingSubject, ComingSessions>,
  departure: Departure,
  { questionOf, destructiveLabel }: Texts<Row>,
) =>
  function DepartureQuestion({ row, onRun, onNothing, onCancel }: RowQuestionProps<Row & Answered>) {
    const [subject] = useState<ComingSubject>({ id: row.id, departure })
    const answered = useCallback((comingSessions: ComingAnswer) => ({ ...row, comingSessions }), [row])
    return (
      <ComingQuestion
        read={read}
        subject={subject}
        questionOf={() => questionOf(row)}
        {...(destructiveLabel !== undefined && { destructiveLabel })}
        onAnswer={(answer) => onRun(answered(answer))}
        onNothing={useCallback(
          // Deleting is refused anyway if there is a session to come.
          (answer: ComingAnswer) => onNothing(departure === 'delete' ? row : answered(answer)),
          [answered, onNothing, row],
        )}
        onCancel={onCancel}
      />
    )
  }

/** Runs `settling` for a row with an answer, `plain` for one without. */
export const callWith = <Row, Output>(
  plain: Call<Row, Output>,
  settling: Call<Row & Required<Answered>, Output>,
): Call<Row & Answered, Output> => ({
  run: (client, row, options) => {
    const { comingSessions } = row
    return comingSessions ? settling.run(client, { ...row, comingSessions }, options) : plain.run(client, row, options)
  },
})
