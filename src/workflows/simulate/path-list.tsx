import { List, Text, UnstyledButton } from '@mantine/core'
import styles from './simulate.module.css'
import { useSimulateWords } from './simulate-words.ts'
import { isHeldBack, type Moment, type Played } from './simulation.ts'

const whereTo = (before: Moment | undefined, moment: Moment, stateWords: (moment: Moment) => string): string => {
  if (!before) return stateWords(moment)
  if (moment.problem !== undefined) return 'Failed'
  if (isHeldBack(moment)) return 'Refused'
  const [from, to] = [stateWords(before), stateWords(moment)]
  return from === to ? `Stays in ${to}` : `${from} → ${to}`
}

/** The steps so far, each a button to go back to it; later steps stay until the user takes a different one. */
export const PathList = ({
  played: { moments },
  done,
  onVisit,
}: {
  readonly played: Played
  readonly done: number
  readonly onVisit: (done: number) => void
}) => {
  const { momentWords, stateWords } = useSimulateWords()
  return (
    <List type="ordered" size="sm" spacing={4} className={styles.path}>
      {moments.map((moment, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only identified by position
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
              {whereTo(moments[at - 1], moment, stateWords)}
            </Text>
          </UnstyledButton>
        </List.Item>
      ))}
    </List>
  )
}
