import { Anchor, List, Text, UnstyledButton } from '@mantine/core'
import { KIND_LABELS } from './change-marks.ts'
import styles from './changes.module.css'
import type { ChartChange } from './chart-changes.ts'
import type { ChangedWorkflow } from './comparison.ts'

interface Props {
  readonly label: string
  readonly changes: readonly ChartChange[]
  readonly picked: ChartChange | undefined
  readonly onPick: (change: ChartChange) => void
}

/** Each change as a sentence; a click shows its place. */
export const ChangeList = ({ label, changes, picked, onPick }: Props) => (
  <ul className={styles.list} aria-label={label}>
    {changes.map((change, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a comparison don't move
      <li key={index}>
        <UnstyledButton className={styles.change} aria-pressed={change === picked} onClick={() => onPick(change)}>
          <span className={styles.kind} data-kind={change.kind}>
            {`${KIND_LABELS[change.kind]}:`}
          </span>{' '}
          {change.text}
        </UnstyledButton>
      </li>
    ))}
  </ul>
)

const countText = (count: number): string => {
  if (count === 0) return 'descriptions only'
  return count === 1 ? '1 change' : `${count} changes`
}

const KINDS = [
  ['changed', 'Changed'],
  ['added', 'Added'],
  ['removed', 'Removed'],
] as const

/** All workflows that differ between the two versions. */
export const ChangedWorkflows = ({
  workflows,
  canOpen,
  onOpen,
}: {
  readonly workflows: readonly ChangedWorkflow[]
  readonly canOpen: (name: string) => boolean
  readonly onOpen: (name: string) => void
}) => (
  <details className={styles.more}>
    <summary>{`All workflows that differ (${workflows.length})`}</summary>
    {KINDS.map(([kind, title]) => {
      const listed = workflows.filter((each) => each.kind === kind)
      return (
        listed.length > 0 && (
          <section key={kind} aria-label={title}>
            <Text component="h4" fz="sm" fw={600} mt="xs">
              {title}
            </Text>
            <List size="sm">
              {listed.map(({ name, title: called, count }) => (
                <List.Item key={name}>
                  {canOpen(name) ? (
                    <Anchor component="button" type="button" inherit ta="start" onClick={() => onOpen(name)}>
                      {called}
                    </Anchor>
                  ) : (
                    called
                  )}
                  {kind === 'changed' && ` (${countText(count)})`}
                </List.Item>
              ))}
            </List>
          </section>
        )
      )
    })}
  </details>
)
