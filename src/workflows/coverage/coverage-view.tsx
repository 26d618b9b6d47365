import { Anchor, Group, List, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { catalog } from '#workflows/catalog.ts'
import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'
import {
  COVERAGE_RUNS,
  type CoverageItem,
  type CoverageKind,
  type CoverageRun,
  coverageItems,
  coverageMarks,
  runOf,
  shareSentence,
  TONES,
} from './chart-coverage.ts'
import { type CoverageRecord, coverageSchema, currentCoverage } from './coverage.ts'
import styles from './coverage-view.module.css'

/** Written by the generated tests; missing until they have run. */
const [measured = {}] = Object.values(import.meta.glob('/generated/coverage.json', { import: 'default', eager: true }))
const file = coverageSchema.parse(measured)
const names = catalog.map(({ name }) => name)
const KINDS: readonly CoverageKind[] = ['states', 'transitions', 'refusals']

const legend = (run: CoverageRun) => [
  { outcome: 'met' as const, text: run === '' ? 'Covered in both runs' : 'Covered' },
  ...(run === '' ? [{ outcome: 'machineOnly' as const, text: 'Covered in the machine run only' }] : []),
  { outcome: 'missed' as const, text: 'Not covered' },
]

const captionOf = (run: CoverageRun) => ({
  text: `Coverage by the generated tests: ${COVERAGE_RUNS.find(({ id }) => id === run)?.label.toLowerCase() ?? ''}`,
  legend: legend(run).map(({ outcome, text }) => ({ tone: TONES[outcome], words: text })),
})

const Paths = ({ record, run }: { readonly record: CoverageRecord; readonly run: CoverageRun }) => {
  const { machine, browser } = record
  const paths = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'path' : 'paths'}`
  return (
    <Stack gap={4}>
      {run !== 'browser' && (
        <Text fz="sm">
          {`${paths(machine.paths)} through the machine: every event in every state, with every server response, including refusals and a lost connection.`}
        </Text>
      )}
      {run !== 'machine' && (
        <Text fz="sm">
          {typeof browser === 'string'
            ? `No browser run. ${browser}`
            : `${paths(browser.paths)} in a real browser with a real server.`}
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
        Gaps
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

/** The workflow's coverage in the last run of the generated tests, with the reasons for any gaps. */
export const CoverageView = ({ workflow, graph, detail, onDetail, onChoose, render }: ChartViewProps) => {
  const run = runOf(detail)
  const record = useMemo(() => currentCoverage(file, workflow, names), [workflow])
  const items = useMemo(
    () => (record ? coverageItems(workflow, graph, record, run) : []),
    [workflow, graph, record, run],
  )
  const marks = useMemo(() => ({ ...coverageMarks(workflow, items), caption: captionOf(run) }), [workflow, items, run])
  if (!record) return render({ panel: <Text fz="sm">Not measured yet. Run npm run test:model.</Text> })
  /** Without a browser run, its one reason is only shown once. */
  const hasBrowserRun = typeof record.browser !== 'string'
  const listed = items.filter(
    ({ outcome }) => outcome !== 'met' && (hasBrowserRun || (outcome === 'missed' && run !== 'browser')),
  )
  return render({
    marks,
    panel: (
      <Stack gap="sm" component="section" aria-label="Test coverage">
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
