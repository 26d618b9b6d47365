import { callOf } from '#contract/call.ts'
import { choiceFilter, filtersOf, textFilter } from '#contract/filters.ts'
import { endSession, getSignIns, type UserSignIn } from '#contract/security.ts'
import { accessMessages } from '#domain/access.ts'
import { SECURITY_EVENT_KINDS, securityEventInWords } from '#domain/security-events.ts'
import { Instant } from '#screens/instant.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { IconLogout } from '#ui/icons/logout.ts'
import { AccessPages } from './access-pages.tsx'

export const signInList = defineList({
  heading: 'Sign-Ins',
  filters: filtersOf(textFilter('search'), choiceFilter('kind', 'Event', SECURITY_EVENT_KINDS)),
  endpoint: getSignIns,
  request: ({ search, kind }) => ({ query: { keywords: search.trim() || undefined, kindId: kind } }),
  columns: [
    { key: 'who', title: 'User', render: ({ who }) => who, isHeading: true },
    { key: 'email', title: 'Email', render: ({ email }) => email },
    { key: 'at', title: 'Date', render: ({ atUtc }) => <Instant at={atUtc} /> },
    { key: 'what', title: 'Event', render: securityEventInWords },
    { key: 'device', title: 'Device', render: ({ device }) => device },
    { key: 'address', title: 'Address', render: ({ address }) => address },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ who, device }) => `${who}, ${device}`,
  emptyText: accessMessages.empty,
  deletion: {
    verb: 'Sign out',
    icon: IconLogout,
    isOffered: ({ sessionId }) => sessionId !== null,
    call: callOf(endSession, ({ sessionId }: UserSignIn) => ({ body: { id: sessionId ?? '' } })),
    question: 'Are you sure you want to end this session?',
    destructiveLabel: 'End session',
    failed: 'Not ended',
  },
})

/** What happened to all users' accounts, the latest first. */
export const SignInsScreen = () => <ListScreen definition={signInList} above={() => <AccessPages />} />
