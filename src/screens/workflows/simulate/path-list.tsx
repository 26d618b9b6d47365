import { List, Text, UnstyledButton } from '@mantine/core'
import { isHeldBack, type Moment, type Played } from '#machines/workflows/simulation.ts'
import styles from './simulate.module.css'
import { momentWords, stateWords } from './simulate-words.ts'

const whereTo = (before: Moment | undefined, moment: Moment): string => {
  if (!before) return stateWords(moment)
  if (moment.problem !== undefined) return 'it broke'
  if (isHeldBack(moment)) return 'held back'
  const [from, to] = [stateWords(before), stateWords(moment)]
  return from === to ? `stays in ${to}` : `${from} → ${to}`
}

/** The steps so far, each to be gone back to; those that were gone back over stay until another is taken. */
export const PathList = ({
  played: { moments },
  done,
  onVisit,
}: {
  readonly played: Played
  readonly done: number
  readonly onVisit: (done: number) => void
}) => (
  <List type="ordered" size="sm" spacing={4} className={styles.path}>
    {moments.map((moment, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
      <List.Item key={at} data-ahead={at > done || undefined}>
        <UnstyledButton
          className={styles.step}
          aria-current={at === done ? 'step' : undefined}
          onClick={() => onVisit(at)}
        >
          <Text span fz="sm" fw={at === done ? 600 : 400}>
            {momentWords(moment)}
          </Text>
          <Text span display="block" fz="xs" c="dimmed">
            {whereTo(moments[at - 1], moment)}
          </Text>
        </UnstyledButton>
      </List.Item>
    ))}
  </List>
)
