import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { type Call, callOf } from '#contract/call.ts'
import {
  type ComingRow,
  type ComingSessions,
  getComingSessionsAtSchool,
  getComingSessionsOfStudent,
} from '#contract/coming-sessions.ts'
import { type ComingAnswer, type Departure, type Fate, fatesOf } from '#domain/coming-sessions.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import { useSession } from '#screens/provided.tsx'
import { useDetailsOf } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import styles from './coming-question.module.css'
import {
  datesInWords,
  fateInWords,
  fateOfAllInWords,
  notesOn,
  placeInWords,
  stayingInWords,
  totalInWords,
} from './coming-words.ts'

/** Whose sessions are asked about; `from` is the first day that counts, today if undefined. */
export interface ComingSubject {
  readonly id: number
  readonly departure: Departure
  /** Where a student moves. */
  readonly schoolId?: number | undefined
  readonly from?: LocalDate | undefined
}
type Snapshot = DetailsSnapshot<ComingSubject, ComingSessions>

export const comingOfStudent: Call<ComingSubject, ComingSessions> = callOf(
  getComingSessionsOfStudent,
  ({ id, departure, schoolId, from }: ComingSubject) => ({
    params: { id },
    query: { departure, ...(schoolId !== undefined && { schoolId }), ...(from !== undefined && { fromDate: from }) },
  }),
)

export const comingAtSchool: Call<ComingSubject, ComingSessions> = callOf(
  getComingSessionsAtSchool,
  ({ id }: ComingSubject) => ({ params: { id } }),
)

type Fates = Readonly<Record<string, Fate>>

interface RowProps {
  readonly row: ComingRow
  readonly departure: Departure
  /** The school that the question is about. */
  readonly here: string
  readonly fate: Fate | undefined
  readonly onChoose: (fate: Fate) => void
}

const Row = ({ row, departure, here, fate, onChoose }: RowProps) => {
  const fates = fatesOf(departure, row)
  const about = (
    <>
      {placeInWords(row, here)}
      <br />
      {datesInWords(row)}
      {notesOn(row).map((note) => (
        <span key={note}>
          <br />
          {note}
        </span>
      ))}
    </>
  )
  if (fates.length === 1) {
    return (
      <>
        <Text size="sm" fw={500}>
          {row.title}
        </Text>
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      </>
    )
  }
  return (
    <Radio.Group
      label={row.title}
      description={about}
      value={fate ?? null}
      onChange={(value) => {
        const chosen = fates.find((each) => each === value)
        if (chosen) onChoose(chosen)
      }}
    >
      <Group gap="md" mt={6}>
        {fates.map((each) => (
          <Radio key={each} value={each} label={fateInWords(each, row)} />
        ))}
      </Group>
    </Radio.Group>
  )
}

interface ListProps {
  readonly found: ComingSessions
  readonly departure: Departure
  readonly fates: Fates
  readonly onChoose: (fates: Fates) => void
}

/** One choice for all that have it, then one for each. */
const Choices = ({ found: { rows, schoolName }, departure, fates, onChoose }: ListProps) => {
  const forAll = [...new Set(rows.flatMap((row) => fatesOf(departure, row)))]
  const rowsWith = (fate: Fate) => rows.filter((row) => fatesOf(departure, row).includes(fate))
  const chooseAll = (fate: Fate) =>
    onChoose({ ...fates, ...Object.fromEntries(rowsWith(fate).map(({ key }) => [key, fate])) })
  return (
    <>
      {rows.length > 1 && forAll.length > 1 && (
        <Group gap="xs">
          {forAll.map((fate) => (
            <Button key={fate} size="compact-sm" variant="default" onClick={() => chooseAll(fate)}>
              {fateOfAllInWords(fate, rowsWith(fate))}
            </Button>
          ))}
        </Group>
      )}
      <ul className={styles.rows} aria-label="Sessions to come">
        {rows.map((row) => (
          <li key={row.key} className={styles.row}>
            <Row
              row={row}
              departure={departure}
              here={schoolName}
              fate={fates[row.key]}
              onChoose={(fate) => onChoose({ ...fates, [row.key]: fate })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const answerOf = ({ rows, key }: ComingSessions, departure: Departure, fates: Fates, from: LocalDate | undefined) => {
  const choices = rows.flatMap((row) => {
    const [only, ...more] = fatesOf(departure, row)
    const fate = more.length === 0 ? only : fates[row.key]
    return fate ? { key: row.key, fate } : []
  })
  const answer: ComingAnswer = { key, ...(from !== undefined && { from }), choices }
  return choices.length === rows.length ? answer : undefined
}

const KEPT: Readonly<Record<Departure, (found: ComingSessions) => string | undefined>> = {
  move: ({ schoolName }) =>
    `Sessions that you keep stay at ${schoolName}, where they can still be opened, changed and deleted.`,
  deactivate: () => 'Sessions that you keep can still be opened, changed and deleted.',
  delete: () => undefined,
}

interface QuestionProps {
  readonly read: Call<ComingSubject, ComingSessions>
  readonly subject: ComingSubject
  /** 'Move Ana Núñez to Maple?' */
  readonly questionOf: (found: ComingSessions) => string
  /** Names an act that destroys something: 'Delete caseload'. */
  readonly destructiveLabel?: string
  readonly onAnswer: (answer: ComingAnswer) => void
  /** Nothing is to come, so nothing is asked. */
  readonly onNothing: (answer: ComingAnswer) => void
  readonly onCancel: () => void
}

const isNothing = ({ rows, staying, ofOthers }: ComingSessions): boolean =>
  rows.length + staying.length + ofOthers === 0

/** Asks what becomes of each of the sessions to come. A student who moves has a first day at the new school, too. */
export const ComingQuestion = ({
  read,
  subject: first,
  questionOf,
  destructiveLabel,
  onAnswer,
  onNothing,
  onCancel,
}: QuestionProps) => {
  const { timeZone } = useSession()
  const [today] = useState(() => localOf(Date.now(), timeZone).date)
  const [subject, setSubject] = useState(first)
  const details = useDetailsOf(read, subject)
  const { data, message } = useSelector(details, ({ context }: Snapshot) => context)
  /** What the dialog shows while the sessions from another day on are loading. */
  const [shown, setShown] = useState<ComingSessions>()
  const [fates, setFates] = useState<Fates>({})
  const { departure } = first
  const isFirst = shown === undefined
  useEffect(() => {
    if (!data) return
    if (isFirst && isNothing(data)) onNothing({ key: data.key, choices: [] })
    else setShown(data)
  }, [data, isFirst, onNothing])
  if (message !== undefined) return <MessageDialog title="Not saved" message={message} onClose={onCancel} />
  if (!shown) return null
  const answer = data && answerOf(data, departure, fates, subject.from)
  const note = KEPT[departure](shown)
  return (
    <ConfirmDialog
      question={questionOf(shown)}
      details={shown.rows.length === 0 ? 'No session to decide about.' : `${totalInWords(shown)} to come.`}
      size="md"
      {...(destructiveLabel !== undefined && { destructiveLabel })}
      isReady={answer !== undefined}
      onCancel={onCancel}
      onConfirm={() => answer && onAnswer(answer)}
    >
      <Stack gap="sm" mt="sm">
        {departure === 'move' && (
          <DateField
            label={`First day at ${shown.newSchoolName}`}
            description={`Earlier sessions stay at ${shown.schoolName}. The caseload changes at once.`}
            minDate={today}
            value={subject.from ?? shown.from}
            onChange={(from) => setSubject({ ...first, from: from === '' ? undefined : from })}
          />
        )}
        <Choices found={shown} departure={departure} fates={fates} onChoose={setFates} />
        {stayingInWords(shown).map((words) => (
          <Text key={words} size="sm">
            {words}
          </Text>
        ))}
        {shown.rows.length > 0 && note !== undefined && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
