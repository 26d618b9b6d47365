import { Anchor, Group, List, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { catalogue } from '#machines/catalogue.ts'
import { type CoverageRecord, coverageSchema, currentCoverage } from '#machines/chart/coverage.ts'
import type { ChartViewProps } from '../chart-view.ts'
import {
  COVERAGE_RUNS,
  type CoverageItem,
  type CoverageKind,
  type CoverageRun,
  coverageItems,
  coverageMarks,
  runOf,
  shareSentence,
} from './chart-coverage.ts'
import styles from './coverage-view.module.css'

/** A file that the generated tests write: there is none before they have run. */
const [measured = {}] = Object.values(
  import.meta.glob<unknown>('/generated/coverage.json', { import: 'default', eager: true }),
)
const file = coverageSchema.parse(measured)
const names = catalogue.map(({ name }) => name)
const KINDS: readonly CoverageKind[] = ['states', 'transitions', 'refusals']

const legend = (run: CoverageRun) => [
  { outcome: 'met' as const, text: run === '' ? 'Met in both runs' : 'Met' },
  ...(run === '' ? [{ outcome: 'machineOnly' as const, text: 'Met on the workflow alone' }] : []),
  { outcome: 'missed' as const, text: 'Not met' },
]

const Paths = ({ record, run }: { readonly record: CoverageRecord; readonly run: CoverageRun }) => {
  const { machine, browser } = record
  const walks = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'walk' : 'walks'}`
  return (
    <Stack gap={4}>
      {run !== 'browser' && (
        <Text fz="sm">
          {`${walks(machine.paths)} through the workflow alone: every step in every state, with each answer that the server could give, refusals and a lost connection among them.`}
        </Text>
      )}
      {run !== 'machine' && (
        <Text fz="sm">
          {typeof browser === 'string'
            ? `No walk of its own in a browser. ${browser}`
            : `${walks(browser.paths)} in a real browser, with a real server behind it.`}
        </Text>
      )}
    </Stack>
  )
}

const NotMet = ({
  items,
  onChoose,
}: {
  readonly items: readonly CoverageItem[]
  readonly onChoose: (id: string) => void
}) =>
  items.length > 0 && (
    <Stack gap={2}>
      <Text component="h3" fw={600} fz="sm">
        Not met everywhere
      </Text>
      <List size="sm" spacing={6}>
        {items.map(({ kind, id, place, text, reason }) => (
          <List.Item key={`${kind} ${id}`}>
            <Anchor component="button" type="button" fz="sm" ta="left" onClick={() => onChoose(place)}>
              {text}
            </Anchor>
            <Text fz="xs" c="dimmed">
              {reason}
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  )

/** What the generated tests met of the workflow when they ran last, and why they left out what they left out. */
export const CoverageView = ({ workflow, graph, detail, onDetail, onChoose, render }: ChartViewProps) => {
  const run = runOf(detail)
  const record = useMemo(() => currentCoverage(file, workflow, names), [workflow])
  const items = useMemo(
    () => (record ? coverageItems(workflow, graph, record, run) : []),
    [workflow, graph, record, run],
  )
  const marks = useMemo(() => coverageMarks(workflow, items), [workflow, items])
  if (!record) return render({ panel: <Text fz="sm">Not measured yet. Run npm run test:model.</Text> })
  /** Where there is no run in a browser at all, its one reason is said once. */
  const hasBrowserRun = typeof record.browser !== 'string'
  const listed = items.filter(
    ({ outcome }) => outcome !== 'met' && (hasBrowserRun || (outcome === 'missed' && run !== 'browser')),
  )
  return render({
    marks,
    panel: (
      <Stack gap="sm" component="section" aria-label="What the tests met">
        <SegmentedControl
          size="xs"
          aria-label="Run"
          value={run}
          data={COVERAGE_RUNS.map(({ id, label }) => ({ value: id, label }))}
          onChange={onDetail}
        />
        <Paths record={record} run={run} />
        <Group gap="sm" component="ul" className={styles.legend}>
          {legend(run).map(({ outcome, text }) => (
            <Group key={text} gap={6} component="li" wrap="nowrap">
              <span className={`${styles.swatch} ${styles[outcome]}`} />
              <Text fz="xs">{text}</Text>
            </Group>
          ))}
        </Group>
        <Stack gap={2}>
          {KINDS.map((kind) => {
            const sentence = shareSentence(items, kind)
            return (
              sentence && (
                <Text key={kind} fz="sm">
                  {sentence}
                </Text>
              )
            )
          })}
        </Stack>
        <NotMet items={listed} onChoose={onChoose} />
      </Stack>
    ),
  })
}
