import { Center, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useMemo, useRef, useState } from 'react'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useTold } from '#screens/use-told.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { LoadingMark } from '#ui/loading-mark/loading-mark.tsx'
import { catalog } from '#workflows/catalog.ts'
import type { ChartFrameHandle } from '#workflows/drawing/chart-frame.tsx'
import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'
import { PrintedChart } from '#workflows/drawing/printed-chart.tsx'
import { ChangedWorkflows, ChangeList } from './change-list.tsx'
import { changeMarks, placeOfChange } from './change-marks.ts'
import styles from './changes.module.css'
import { type ChangesPlace, readChangesPlace, versionLabel, writeChangesPlace } from './changes-place.ts'
import type { ChartChange } from './chart-changes.ts'
import {
  type ComparedVersion,
  type Comparison,
  type ComparisonSubject,
  NOW,
  SEEN,
  workflowComparisonMachine,
} from './comparison.ts'
import { dayText } from './day-text.ts'
import { DrawnVersions } from './drawn-versions.tsx'
import { VERSIONS } from './releases.ts'

type Snapshot = DetailsSnapshot<ComparisonSubject, Comparison>

const selectContext = ({ context }: Snapshot) => context
const selectHasFailed = (snapshot: Snapshot) => snapshot.hasTag('failed')

const canOpen = (workflow: string): boolean => catalog.some(({ name }) => name === workflow)

/** What to say about a version that lacks the workflow or calls it something else. */
const versionNote = ({ title, otherName }: ComparedVersion, version: string, label: string, now: string) => {
  if (title === undefined)
    return version === SEEN
      ? 'This browser has no earlier version that you saw. Choose another version.'
      : `“${now}” does not exist in this version (${label}).`
  if (otherName !== undefined) return `In this version (${label}) it was called “${title}” (${otherName}).`
  return title === now ? undefined : `In this version (${label}) it was called “${title}”.`
}

const emptyText = ({ from, to }: Comparison): string =>
  from.title === undefined || to.title === undefined ? 'There is nothing to compare.' : 'The two versions are the same.'

/** Two versions of the workflow, compared. */
export const ChangesView = ({ workflow, chosen, detail, onDetail, onChoose, onOpen, own, render }: ChartViewProps) => {
  const { timeZone } = useSession()
  const place = useMemo(() => readChangesPlace(detail, VERSIONS), [detail])
  const { from, to, isSideBySide } = place
  const { frame, found, naming, onToggle } = own
  // Every visited place has a new list, usually of the same boxes.
  const boxes = own.closed.join('\n')
  const closed = useMemo(() => (boxes === '' ? [] : boxes.split('\n')), [boxes])
  const { name } = workflow
  const compare = useActorRef(useProvided(workflowComparisonMachine))
  useTold(compare, { type: 'details.open', subject: { workflow: name, from, to, isSideBySide, naming, closed } })
  const { data, subject } = useSelector(compare, selectContext)
  const hasFailed = useSelector(compare, selectHasFailed)
  const comparison = subject?.workflow === name ? data : undefined
  const [picked, setPicked] = useState<ChartChange>()
  const older = useRef<ChartFrameHandle>(null)
  const newer = useRef<ChartFrameHandle>(null)
  const frames = useMemo(() => ({ from: older, to: newer }), [])

  const go = (changed: Partial<ChangesPlace>) => onDetail(writeChangesPlace({ ...place, ...changed }))
  const labelOf = (version: string, seenAt?: number) =>
    version === SEEN && seenAt !== undefined
      ? `${versionLabel(SEEN, timeZone)} on ${dayText(seenAt, timeZone)}`
      : versionLabel(version, timeZone)
  const labels = { from: labelOf(from, comparison?.from.seenAt), to: labelOf(to, comparison?.to.seenAt) }
  const options = [NOW, SEEN, ...VERSIONS].map((version) => ({
    value: version,
    label: versionLabel(version, timeZone),
  }))

  const pick = (change: ChartChange) => {
    setPicked(change)
    const sides = comparison?.sides
    const drawn = comparison?.overlay ?? (change.kind === 'removed' ? sides?.from : sides?.to)
    const spot = drawn && placeOfChange(change, drawn, comparison?.overlay !== undefined)
    if (!spot) return
    onChoose(spot.state)
    const handle = comparison?.overlay ? frame : change.kind === 'removed' ? older : newer
    handle.current?.show(spot.shown)
  }
  const litIn = useMemo(() => {
    const all = { from: found, to: found }
    if (!picked || !comparison?.changes.includes(picked)) return all
    const side = comparison.overlay || picked.kind !== 'removed' ? 'to' : 'from'
    const drawn = comparison.overlay ?? comparison.sides?.[side]
    const spot = drawn && placeOfChange(picked, drawn, comparison.overlay !== undefined)
    return spot?.transition === undefined ? all : { ...all, [side]: new Set([...found, spot.transition]) }
  }, [picked, comparison, found])

  const deeds = comparison?.changes.filter(({ isText }) => !isText) ?? []
  const texts = comparison?.changes.filter(({ isText }) => isText) ?? []
  const notes = comparison
    ? [
        versionNote(comparison.from, from, labels.from, workflow.title),
        versionNote(comparison.to, to, labels.to, workflow.title),
      ]
    : []

  const text = `Changes from ${labels.from} to ${labels.to}`
  const printed = [
    { id: 'printed-chart', drawn: comparison?.overlay, title: workflow.title },
    { id: 'printed-older', drawn: comparison?.sides?.from, title: `${workflow.title}, ${labels.from}` },
    { id: 'printed-newer', drawn: comparison?.sides?.to, title: `${workflow.title}, ${labels.to}` },
  ]
  return render({
    printed: printed.map(
      ({ id, drawn, title }) =>
        drawn && (
          <PrintedChart key={id} id={id} drawing={drawn.drawing} marks={changeMarks(drawn, text)} title={title} />
        ),
    ),
    main: hasFailed ? (
      <FailedToRead
        message="The versions could not be compared."
        onRetry={() => compare.send({ type: 'details.retry' })}
      />
    ) : comparison ? (
      (comparison.overlay || comparison.sides) && (
        <Stack gap="xs">
          <DrawnVersions
            key={`${name} ${from} ${to} ${naming}`}
            comparison={comparison}
            frame={frame}
            frames={frames}
            title={workflow.title}
            labels={labels}
            chosen={chosen}
            found={litIn}
            onChoose={onChoose}
            onToggle={onToggle}
          />
        </Stack>
      )
    ) : (
      <Center h="50vh" aria-busy>
        <LoadingMark label="Comparing" />
      </Center>
    ),
    panel: (
      <Stack gap="sm">
        <Stack gap="xs">
          <NativeSelect
            label="From"
            value={from}
            data={options}
            onChange={({ currentTarget: { value } }) => go({ from: value })}
          />
          <NativeSelect
            label="To"
            value={to}
            data={options}
            onChange={({ currentTarget: { value } }) => go({ to: value })}
          />
        </Stack>
        <SegmentedControl
          aria-label="Drawing"
          size="xs"
          value={isSideBySide ? 'sides' : 'overlay'}
          data={[
            { value: 'overlay', label: 'Overlaid' },
            { value: 'sides', label: 'Side by side' },
          ]}
          onChange={(value) => go({ isSideBySide: value === 'sides' })}
        />
        {notes.map(
          (note) =>
            note !== undefined && (
              <Text key={note} fz="sm">
                {note}
              </Text>
            ),
        )}
        {comparison && (
          <section aria-label="What changed">
            <Title order={3} fz="md">
              {comparison.changes.length > 0 ? `What changed (${deeds.length})` : 'What changed'}
            </Title>
            {comparison.changes.length === 0 ? (
              <Text fz="sm">{emptyText(comparison)}</Text>
            ) : deeds.length === 0 ? (
              <Text fz="sm">What it does is the same; only descriptions or tags differ.</Text>
            ) : (
              <ChangeList label="Changes" changes={deeds} picked={picked} onPick={pick} />
            )}
            {texts.length > 0 && (
              <details className={styles.more} open={deeds.length === 0}>
                <summary>{`Descriptions and tags (${texts.length})`}</summary>
                <ChangeList label="Changed descriptions and tags" changes={texts} picked={picked} onPick={pick} />
              </details>
            )}
          </section>
        )}
        {comparison?.workflows && comparison.workflows.length > 0 && (
          <ChangedWorkflows
            workflows={comparison.workflows}
            canOpen={canOpen}
            onOpen={(other) => onOpen(other, writeChangesPlace(place))}
          />
        )}
      </Stack>
    ),
  })
}
