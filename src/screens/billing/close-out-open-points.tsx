import { Group, Menu, NativeSelect, SegmentedControl, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import type { CloseOut } from '#contract/billing.ts'
import { correctionsAddress } from '#domain/billing/corrections.ts'
import { rateTypeNames } from '#domain/billing/invoice.ts'
import { formatMinutes } from '#domain/hours.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import type { ChosenRateType } from '#machines/billing/close-out.machine.ts'
import { PlainName, useMayOpen } from '#screens/record-link.tsx'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { Findings } from '#screens/schedule/hours-findings.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PagedRows } from '#ui/data-table/paged-rows.tsx'
import { IconCurrencyDollar } from '#ui/icons/currency-dollar.ts'
import { MenuButton } from '#ui/menu-button/menu-button.tsx'
import { Amount } from './amount.tsx'
import styles from './close-out.module.css'
import { addressOfPlace, type CloseOutPlace } from './close-out-place.ts'
import { choicesOf, countByKind, NOBODY, POINT_KINDS, type Point, type PointKind, rowsOf } from './close-out-points.ts'
import { LinkOut } from './link-out.tsx'

const kindNames: Record<PointKind, { readonly tile: string; readonly row: string }> = {
  unconfirmed: { tile: 'Days not confirmed', row: 'Not confirmed' },
  rejected: { tile: 'Days rejected', row: 'Rejected' },
  unapproved: { tile: 'Days to approve', row: 'Ready to approve' },
  toLookAt: { tile: 'Days to look at', row: 'To look at' },
  correction: { tile: 'Days being corrected', row: 'Being corrected' },
  change: { tile: 'Changes waiting', row: 'Change waiting' },
  request: { tile: 'Open requests', row: 'Open request' },
  rate: { tile: 'Work without a rate', row: 'Without a rate' },
  email: { tile: 'No billing email', row: 'No billing email' },
}

export interface PointsProps {
  readonly closeOut: CloseOut
  readonly points: readonly Point[]
  /** Until then, days to look at are unknown. */
  readonly areHoursChecked: boolean
  readonly place: CloseOutPlace
  readonly change: (changed: Partial<CloseOutPlace>) => void
}

/** How many open points are left, by kind; each count narrows the table to its points. */
export const KindFilter = ({ points, areHoursChecked, place, change }: Omit<PointsProps, 'closeOut'>) => {
  const counts = countByKind(points)
  return (
    <ul className={styles.kinds} aria-label="Open items by kind">
      {POINT_KINDS.map((kind) => {
        const count = counts.of(kind)
        const isChosen = place.kind === kind
        const isKnown = kind !== 'toLookAt' || areHoursChecked
        // Only days of a locked period are corrected.
        if (kind === 'correction' && count === 0 && !isChosen) return null
        return (
          <li key={kind}>
            <UnstyledButton
              className={styles.kind}
              aria-pressed={isChosen}
              data-done={(isKnown && count === 0) || undefined}
              onClick={() => change({ kind: isChosen ? undefined : kind })}
            >
              <span className={styles.count}>{isKnown ? count.toLocaleString('en-US') : '...'}</span>{' '}
              <span className={styles.name}>{kindNames[kind].tile}</span>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}

const datesOf = ({ date, work }: Point): string => {
  if (date === undefined) return ''
  return work === undefined || work.to === date ? formatDate(date) : `${formatDate(date)} to ${formatDate(work.to)}`
}

const What = ({ point: { kind, odd, work } }: { readonly point: Point }) => (
  <div>
    {kindNames[kind].row}
    {odd && (
      <>
        {': '}
        <Amount amount={odd.amount} />
        <Findings texts={odd.findings} />
      </>
    )}
    {work && (
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[
          work.serviceName || 'No service',
          ...(work.rateTypeId === null ? [] : [rateTypeNames[work.rateTypeId]]),
          `${formatMinutes(work.minutes)} h`,
          counted(work.sessions, 'session'),
        ].join(', ')}
      </Text>
    )}
    {work?.choiceRefusal != null && <Text size="xs">{work.choiceRefusal}</Text>}
  </div>
)

interface Fix {
  readonly href: string
  readonly label: string
}

/** A request's filters in the address of the list of requests. */
const requestAddress = (providerId: number, date: LocalDate) =>
  `/pto-record?${new URLSearchParams({ providerIds: String(providerId), from: date, to: date })}`

/** Where a point is fixed. */
const fixOf = ({ kind, providerId, schoolIds: [schoolId = NOBODY], date = '', work }: Point): Fix => {
  switch (kind) {
    case 'correction':
      return { href: correctionsAddress(providerId), label: 'Open correction' }
    case 'change':
      return { href: '/session-changes?stage=1', label: 'Open changes' }
    case 'request':
      return { href: requestAddress(providerId, date), label: 'Open request' }
    case 'email':
      return { href: `/updateSchool/${schoolId}?tab=billing`, label: 'Add email' }
    case 'rate':
      return work?.serviceId === null
        ? { href: providerDayAddress(providerId, date), label: 'Open day' }
        : { href: `/updateSchool/${schoolId}?tab=rates`, label: 'Open rates' }
    default:
      return { href: providerDayAddress(providerId, date), label: 'Open day' }
  }
}

const screenKeys = { email: 'SchoolAccount', rate: 'SchoolAccount', request: 'PTORequest' } as const

interface FixActionProps {
  readonly point: Point
  /** What the point is about, in the names of its link and button. */
  readonly about: string
  readonly here: string
  readonly rating: { readonly isSaving: boolean; readonly choose: (chosen: ChosenRateType) => void }
}

/** A link to where the point is fixed; for sessions without a rate, also a choice of rate types. */
const FixAction = ({ point, about, here, rating }: FixActionProps) => {
  const { href, label } = fixOf(point)
  const { kind, work } = point
  const key = kind === 'email' || kind === 'rate' || kind === 'request' ? screenKeys[kind] : undefined
  const isOpenable = useMayOpen(href.startsWith('/?') ? undefined : key)
  const choices = work === undefined ? [] : choicesOf(work)
  return (
    <Group gap="xs">
      {work !== undefined && choices.length > 0 && (
        <MenuButton
          icon={IconCurrencyDollar}
          label="Set rate type"
          ariaLabel={`Set rate type: ${about}`}
          size="compact-sm"
          isRunning={rating.isSaving}
        >
          {choices.map((rateTypeId) => (
            <Menu.Item
              key={rateTypeId}
              onClick={() => {
                const { providerId, schoolId, serviceId } = work
                if (serviceId !== null) rating.choose({ providerId, schoolId, serviceId, rateTypeId })
              }}
            >
              {rateTypeNames[rateTypeId]}
            </Menu.Item>
          ))}
        </MenuButton>
      )}
      {isOpenable && (
        <LinkOut href={href} from={here} label={`${label}: ${about}`}>
          {label}
        </LinkOut>
      )}
    </Group>
  )
}

interface TableProps extends PointsProps {
  readonly isSavingOf: (point: Point) => boolean
  readonly chooseRateType: (chosen: ChosenRateType) => void
}

const sides = {
  provider: { title: 'Provider', all: 'All providers', nobody: 'No provider', other: 'School' },
  school: { title: 'School', all: 'All schools', nobody: 'No school', other: 'Provider' },
} as const

/** When what has the focus goes, such as a point that was fixed, the heading gets it. */
const useKeptFocus = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    // React reports no blur of what it removes.
    if (hadFocus.current && document.activeElement === document.body) heading.current?.focus()
  })
  const note = (has: boolean) => () => {
    hadFocus.current = has
  }
  return { heading, handlers: { onFocus: note(true), onBlur: note(false) } }
}

/** The open points of the chosen kind, by provider or school, each with a link to where it is fixed. */
export const OpenPoints = ({
  closeOut,
  points,
  areHoursChecked,
  place,
  change,
  isSavingOf,
  chooseRateType,
}: TableProps) => {
  const headingId = useId()
  const { heading, handlers } = useKeptFocus()
  const { side, kind, of } = place
  const words = sides[side]
  const names = {
    provider: new Map(closeOut.providers.map(({ id, name }) => [id, name])),
    school: new Map(closeOut.schools.map(({ id, name }) => [id, name])),
  }
  const nameOf = (id: number) => (id === NOBODY ? words.nobody : (names[side].get(id) ?? ''))
  const isOfKind = kind === undefined ? points : points.filter((point) => point.kind === kind)
  const all = rowsOf(isOfKind, side, side === 'provider' ? closeOut.providers : closeOut.schools)
  const rows = of === undefined ? all : all.filter(({ ofId }) => ofId === of)
  const counts = new Map<number, number>()
  for (const { ofId } of all) counts.set(ofId, (counts.get(ofId) ?? 0) + 1)
  if (of !== undefined && !counts.has(of)) counts.set(of, 0)
  const emptyText = () => {
    if (!areHoursChecked && (kind === undefined || kind === 'toLookAt')) return 'Checking hours...'
    return points.length === 0 ? 'Nothing is open.' : 'Nothing like this is open.'
  }
  const here = addressOfPlace(place)
  const othersOf = ({ providerId, schoolIds }: Point) =>
    side === 'provider'
      ? schoolIds.map((id) => names.school.get(id) ?? '').join(', ')
      : (names.provider.get(providerId) ?? '')
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'of', title: words.title, isHeading: true, render: ({ ofId }) => <PlainName name={nameOf(ofId)} /> },
    { key: 'what', title: 'Open Item', render: ({ point }) => <What point={point} /> },
    { key: 'date', title: 'Date', render: ({ point }) => datesOf(point) },
    { key: 'other', title: words.other, render: ({ point }) => othersOf(point) },
    {
      key: 'action',
      title: 'Action',
      render: ({ point, ofId }) => (
        <FixAction
          point={point}
          about={[nameOf(ofId), kindNames[point.kind].row, datesOf(point), othersOf(point), point.work?.serviceName]
            .filter(Boolean)
            .join(', ')}
          here={here}
          rating={{ isSaving: isSavingOf(point), choose: chooseRateType }}
        />
      ),
    },
  ]
  return (
    <Stack gap="xs" component="section" aria-labelledby={headingId} {...handlers}>
      <Title order={2} id={headingId} ref={heading} tabIndex={-1}>
        {kind === undefined ? 'Open items' : kindNames[kind].tile}
      </Title>
      <Group gap="xs">
        <SegmentedControl
          aria-label="Open items and totals"
          value={side}
          data={[
            { value: 'provider', label: 'By provider' },
            { value: 'school', label: 'By school' },
          ]}
          onChange={(next) => change({ side: next === 'school' ? 'school' : 'provider', of: undefined })}
        />
        <NativeSelect
          aria-label={words.title}
          value={of ?? ''}
          data={[
            { value: '', label: `${words.all} (${all.length})` },
            ...[...counts].map(([id, count]) => ({ value: String(id), label: `${nameOf(id)} (${count})` })),
          ]}
          onChange={({ currentTarget: { value } }) => change({ of: value === '' ? undefined : Number(value) })}
          maw="100%"
        />
      </Group>
      <PagedRows
        // Another choice starts on the first page.
        key={`${side} ${kind} ${of}`}
        ariaLabel={kind === undefined ? 'Open items' : kindNames[kind].tile}
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        emptyText={emptyText()}
      />
    </Stack>
  )
}
