import { Alert } from '@mantine/core'
import type { EditAnswer } from '#contract/waiting-version.ts'
import { formatDate, formatTime, localOf } from '#domain/time.ts'
import { answerInWords } from '#machines/schedule/preview-in-words.ts'
import { useSession } from '#screens/provided.tsx'

/** Tells a provider what became of their request to change a session. */
export const EditAnswerNotice = ({ answer }: { readonly answer: EditAnswer }) => {
  const { timeZone } = useSession()
  const { date, time } = localOf(answer.answeredAtUtc, timeZone)
  return (
    <Alert
      color={answer.outcome === 'approved' ? 'green' : 'yellow'}
      variant="light"
      title={`${formatDate(date)} ${formatTime(time)}`}
      mb="sm"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      style={{ overflowWrap: 'anywhere' }}
    >
      {answerInWords(answer)}
    </Alert>
  )
}
