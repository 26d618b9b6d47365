import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { getCorrections } from '#contract/corrections.ts'
import { choiceFilter, filtersOf } from '#contract/filters.ts'
import { providerOptions } from '#contract/options.ts'
import { CORRECTION_STATE_OPTIONS, correctionAddress } from '#domain/billing/corrections.ts'
import { isIdOf } from '#domain/choices.ts'
import { formatDate } from '#domain/time.ts'
import { Instant } from '#screens/instant.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { CorrectionStateBadge } from './correction-state-badge.tsx'

export const correctionList = defineList({
  heading: 'Corrections',
  filters: filtersOf(
    choiceFilter('providerId', 'Provider', providerOptions),
    choiceFilter('stateId', 'State', CORRECTION_STATE_OPTIONS, isIdOf(CORRECTION_STATE_OPTIONS)),
  ),
  endpoint: getCorrections,
  request: ({ providerId, stateId }) => ({ body: { providerId, stateId } }),
  columns: [
    {
      key: 'date',
      title: 'Day',
      isHeading: true,
      render: ({ id, date }) => (
        <Anchor component={Link} href={correctionAddress(id)} inherit>
          {formatDate(date)}
        </Anchor>
      ),
    },
    {
      key: 'provider',
      title: 'Provider',
      render: ({ providerId, providerName }) => <ProviderLink id={providerId} name={providerName} />,
    },
    { key: 'reason', title: 'Reason', render: ({ reason }) => reason },
    { key: 'state', title: 'State', render: ({ state }) => <CorrectionStateBadge state={state} /> },
    {
      key: 'opened',
      title: 'Opened',
      render: ({ opened }) => (
        <span>
          <Instant at={opened.onUtc} />, <bdi>{opened.by}</bdi>
        </span>
      ),
    },
    {
      key: 'ended',
      title: 'Ended',
      render: ({ ended }) =>
        ended && (
          <span>
            <Instant at={ended.onUtc} />, <bdi>{ended.by}</bdi>
          </span>
        ),
    },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ date, providerName }) => `${formatDate(date)}, ${providerName}`,
  emptyText: 'No day of a locked period has been corrected.',
})

/** The corrections of days in locked periods, those under way first. */
export const CorrectionsScreen = () => <ListScreen definition={correctionList} />
