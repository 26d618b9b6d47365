import { Text } from '@mantine/core'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { moveByKey } from '#ui/key-moves.ts'
import type { ChartNames } from '#workflows/model/chart-names.ts'
import type { WatchedStep } from '#workflows/recording/watched.ts'
import { callText, ownCalls } from './call-words.ts'
import { scrollTo } from './scroll-to.ts'
import { changeText, eventText, type WatchedNames } from './sequence-diagram.ts'
import styles from './steps.module.css'

const optionId = (number: number): string => `watched-step-${number}`

interface StepLineProps {
  readonly step: WatchedStep
  readonly names: ChartNames
  readonly time: string
  /** Undefined if all steps are of one machine. */
  readonly title: string | undefined
  readonly isChosen: boolean
  readonly onChoose: (step: WatchedStep) => void
}

const StepLine = memo(({ step, names, time, title, isChosen, onChoose }: StepLineProps) => {
  const change = changeText(step, names)
  const isIgnored = step.transitions.length === 0 && !step.event.startsWith('xstate.')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
    <div
      role="option"
      id={optionId(step.number)}
      aria-selected={isChosen}
      className={styles.step}
      onClick={() => onChoose(step)}
    >
      <div className={styles.stepHead}>
        <span className={styles.event}>{eventText(step.event, names)}</span>
        <span className={styles.time}>{time}</span>
      </div>
      {title !== undefined && <div className={styles.note}>{title}</div>}
      {change !== '' && <div>{change}</div>}
      {isIgnored && <div className={styles.note}>No change</div>}
      {ownCalls(step).map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step's calls never change
        <div key={index} className={styles.note}>
          {callText(call, names)}
        </div>
      ))}
    </div>
  )
})

interface Props {
  /** Oldest first. */
  readonly steps: readonly WatchedStep[]
  readonly chosen: number | undefined
  readonly names: WatchedNames
  readonly timeOf: (at: number) => string
  /** Whether the steps are of several machines. */
  readonly isMixed: boolean
  readonly onChoose: (step: WatchedStep) => void
  readonly onBack: () => void
  readonly onForward: () => void
}

/** The steps, newest first; arrow keys move through them. */
export const StepList = ({ steps, chosen, names, timeOf, isMixed, onChoose, onBack, onForward }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen === undefined) list.current?.scrollTo({ top: 0 })
    else if (list.current) scrollTo(list.current, document.getElementById(optionId(chosen)))
  }, [chosen])
  const [oldest, newest] = [steps.at(0), steps.at(-1)]
  const byKey = (event: KeyboardEvent) =>
    moveByKey(event, {
      ArrowDown: () => (chosen === undefined && newest ? onChoose(newest) : onBack()),
      ArrowUp: onForward,
      Home: () => newest && onChoose(newest),
      End: () => oldest && onChoose(oldest),
    })
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label="Steps, newest first"
      aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
      className={styles.list}
      onKeyDown={byKey}
    >
      {steps.toReversed().map((step) => (
        <StepLine
          key={step.number}
          step={step}
          names={names.of(step.machine)}
          time={timeOf(step.at)}
          title={isMixed ? names.titles.get(step.machine) : undefined}
          isChosen={step.number === chosen}
          onChoose={onChoose}
        />
      ))}
      {steps.length === 0 && (
        <Text role="option" aria-selected={false} aria-disabled fz="sm" c="dimmed" p="xs">
          Nothing has happened yet.
        </Text>
      )}
    </div>
  )
}
