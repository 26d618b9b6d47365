import { Code, List, Text } from '@mantine/core'
import { capitalized } from '#domain/words.ts'
import type { ChartNames } from '#workflows/model/chart-names.ts'
import type { Branch, GuardReason } from '#workflows/model/guard-reasons.ts'
import styles from './simulate.module.css'
import { useSimulateWords } from './simulate-words.ts'
import { shortValue } from './value-tree.tsx'

const KINDS = { and: 'All of these', or: 'One of these', not: 'Not this' } as const

const markOf = (holds: boolean | undefined): { readonly sign: string; readonly words: string } => {
  if (holds === undefined) return { sign: '!', words: 'unknown' }
  return holds ? { sign: '✓', words: 'holds' } : { sign: '✗', words: 'does not hold' }
}

/** A composite guard may have a name; otherwise its parts are its name. */
const titleOf = ({ guard, kind }: GuardReason, names: ChartNames): string => {
  const isNamed = typeof guard !== 'function'
  const name = isNamed || kind === 'plain' ? capitalized(names.guard(guard)) : ''
  if (kind === 'plain') return name
  return name === '' ? KINDS[kind] : `${name}: ${KINDS[kind].toLowerCase()}`
}

const Reason = ({ reason }: { readonly reason: GuardReason }) => {
  const { names } = useSimulateWords()
  const { sign, words } = markOf(reason.holds)
  return (
    <li className={styles.reason}>
      <Text span fz="sm" className={styles.sign} data-holds={String(reason.holds)} role="img" aria-label={words}>
        {sign}
      </Text>
      <Text span fz="sm">
        {titleOf(reason, names)}
      </Text>
      {reason.problem !== undefined && (
        <Text fz="xs" c="red">
          It failed: {reason.problem}
        </Text>
      )}
      {reason.reads.length > 0 && (
        <ul className={styles.reads} aria-label="Values read">
          {reason.reads.map(({ path, value }) => (
            <li key={path}>
              <Code className={styles.value}>
                {path} = {shortValue(value)}
              </Code>
            </li>
          ))}
        </ul>
      )}
      {reason.parts.length > 0 && (
        <ul className={styles.reasons}>
          {reason.parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and they never change places
            <Reason key={at} reason={part} />
          ))}
        </ul>
      )}
    </li>
  )
}

const targetOf = ({ transition: { definition } }: Branch, names: ChartNames): string =>
  definition.target?.map(({ path }) => path.map(names.state).join(' › ')).join(' and ') ?? 'the same state'

/** Every candidate transition: whether it was taken, and the results of its guard's parts. */
export const Why = ({ branches }: { readonly branches: readonly Branch[] }) => {
  const { names } = useSimulateWords()
  const asked = branches.filter(({ reason }) => reason !== undefined)
  if (asked.length === 0) return null
  return (
    <List listStyleType="none" spacing="xs" size="sm" className={styles.why}>
      {asked.map((branch) => (
        <List.Item key={branch.transition.id}>
          <Text fz="xs" c="dimmed">
            {branch.isTaken ? 'Taken' : 'Not taken'}: transition to {targetOf(branch, names)}, if
          </Text>
          <ul className={styles.reasons}>{branch.reason && <Reason reason={branch.reason} />}</ul>
        </List.Item>
      ))}
    </List>
  )
}
