/** What Counts and Waits share: a period in the page's address, and what the server counted in it. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { CountsSubject } from '#contract/workflow-counts.ts'
import { formatInstant } from '#domain/time.ts'
import type { Period } from '#domain/workflow-period.ts'
import { periodProblem } from '#domain/workflow-period.ts'
import type { DetailsMachine, DetailsSnapshot } from '#machines/common/details.machine.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useNow } from '#screens/use-now.ts'
import { useTold } from '#screens/use-told.ts'
import { IconRefresh } from '#ui/icons/refresh.ts'
import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'
import { type CountsPlace, periodOfPlace, readCountsPlace, writeCountsPlace } from './counts-place.ts'
import { type Kept, KeptPanel } from './kept-panel.tsx'
import { PeriodChoice } from './period-choice.tsx'

/** Null if the host has no counts. */
type CountedMachine<Data extends Counted> = DetailsMachine<CountsSubject, Data | null>

/** The server's answer, and when it counted. */
interface Counted extends Kept {
  readonly lifecycle: { readonly asOf: string } | null
}

export interface CountedPeriod<Data extends Counted> {
  readonly place: CountsPlace
  readonly period: Period
  /** Whether its dates are valid. */
  readonly isPeriod: boolean
  readonly details: ActorRefFrom<CountedMachine<Data>>
  /** Undefined until loaded. */
  readonly data: Data | null | undefined
  readonly go: (changed: Partial<CountsPlace>) => void
}

export const useCountedPeriod = <Data extends Counted>(
  machine: CountedMachine<Data>,
  { workflow: { name }, detail, onDetail }: Pick<ChartViewProps, 'workflow' | 'detail' | 'onDetail'>,
): CountedPeriod<Data> => {
  const { date: today } = useNow()
  const place = useMemo(() => readCountsPlace(detail), [detail])
  const { from, to } = periodOfPlace(place, today)
  const isPeriod = periodProblem({ from, to }) === undefined
  const details = useActorRef(useProvided(machine))
  useTold(details, isPeriod ? { type: 'details.open', subject: { workflow: name, from, to } } : undefined)
  // Hide the previous workflow's counts while loading.
  const data = useSelector(details, ({ context }: DetailsSnapshot<CountsSubject, Data | null>) =>
    context.subject?.workflow === name ? context.data : undefined,
  )
  const go = useCallback(
    (changed: Partial<CountsPlace>) => onDetail(writeCountsPlace({ ...readCountsPlace(detail), ...changed })),
    [detail, onDetail],
  )
  return { place, period: useMemo(() => ({ from, to }), [from, to]), isPeriod, details, data, go }
}

interface Props<Data extends Counted> {
  readonly counted: CountedPeriod<Data>
  readonly name: string
  /** The message when the server sends none. */
  readonly failed: string
  readonly onOpen: (workflow: string) => void
  /** What the server stores of the workflow. */
  readonly children: (lifecycle: NonNullable<Data['lifecycle']>) => ReactNode
}

/** The choice of a period, and what was counted in it. */
export const PeriodPanel = <Data extends Counted>({ counted, name, failed, onOpen, children }: Props<Data>) => {
  const { place, period, isPeriod, details, data, go } = counted
  const { timeZone } = useSession()
  const asOf = data?.lifecycle?.asOf
  return (
    <>
      {data !== null && data?.lifecycle !== null && (
        <>
          <PeriodChoice
            chosen={place.period}
            period={period}
            onChoose={(chosen) => go({ period: chosen, opened: undefined })}
          />
          <Group justify="space-between" gap="xs">
            <Text fz="sm" c="dimmed" role="status">
              {asOf !== undefined && `As of ${formatInstant(asOf, timeZone)}`}
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconRefresh size={14} aria-hidden />}
              disabled={!isPeriod}
              onClick={() => details.send({ type: 'details.refresh' })}
            >
              Refresh
            </Button>
          </Group>
        </>
      )}
      <KeptPanel details={details} name={name} failed={failed} onOpen={onOpen}>
        {(lifecycle) => <Stack gap="sm">{children(lifecycle)}</Stack>}
      </KeptPanel>
    </>
  )
}
