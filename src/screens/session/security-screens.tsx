import { Badge, Button, Group } from '@mantine/core'
import { callOf } from '#contract/call.ts'
import { filtersOf } from '#contract/filters.ts'
import { getDevices, getOwnSignIns, type SignedInDevice, signOutDevice, signOutOthers } from '#contract/security.ts'
import { securityEventInWords } from '#domain/security-events.ts'
import { Instant } from '#screens/instant.tsx'
import { defineList, type RowAction } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { IconLogout } from '#ui/icons/logout.ts'
import { SecurityPages } from './security-pages.tsx'

export const deviceList = defineList({
  heading: "Where You're Signed In",
  // Ordered by their last use, which is not announced.
  missesChanges: true,
  filters: filtersOf(),
  endpoint: getDevices,
  request: () => ({}),
  columns: [
    {
      key: 'device',
      title: 'Device',
      render: ({ device, isCurrent }) => (
        <Group gap="xs">
          {device}
          {isCurrent && <Badge variant="light">This device</Badge>}
        </Group>
      ),
    },
    { key: 'address', title: 'Address', render: ({ address }) => address },
    { key: 'signedIn', title: 'Signed In', render: ({ signedInAtUtc }) => <Instant at={signedInAtUtc} /> },
    { key: 'lastSeen', title: 'Last Seen', render: ({ lastSeenAtUtc }) => <Instant at={lastSeenAtUtc} /> },
  ],
  isNumbered: false,
  keyOf: ({ id }) => id,
  nameOf: ({ device, address }) => (address === null ? device : `${device}, ${address}`),
  emptyText: 'No devices',
  deletion: {
    verb: 'Sign out',
    icon: IconLogout,
    isOffered: ({ isCurrent }) => !isCurrent,
    call: callOf(signOutDevice, ({ id }: SignedInDevice) => ({ body: { id } })),
    failed: 'Not signed out',
  },
})

const signingOutOthers: RowAction<null> = {
  call: callOf(signOutOthers, () => ({})),
  question: 'Are you sure you want to sign out all other devices?',
  destructiveLabel: 'Sign out others',
  failed: 'Not signed out',
}

const SignOutOthers = ({ onDone }: { readonly onDone: () => void }) => {
  const { action, begin } = useRowAction(signingOutOthers, onDone)
  return (
    <>
      <Button variant="default" onClick={() => begin(null)}>
        Sign out all others
      </Button>
      <RowActionDialogs action={action} definition={signingOutOthers} nameOf={() => ''} onDone={onDone} />
    </>
  )
}

/** Where the user is signed in. */
export const DevicesScreen = () => (
  <ListScreen
    definition={deviceList}
    above={() => <SecurityPages />}
    headerActions={(list) => <SignOutOthers onDone={() => list.send({ type: 'list.reload' })} />}
  />
)

export const activityList = defineList({
  heading: 'Activity',
  // Refused sign-ins are not announced.
  missesChanges: true,
  filters: filtersOf(),
  endpoint: getOwnSignIns,
  request: () => ({}),
  columns: [
    { key: 'what', title: 'Event', render: securityEventInWords },
    { key: 'at', title: 'Date', render: ({ atUtc }) => <Instant at={atUtc} /> },
    { key: 'device', title: 'Device', render: ({ device }) => device },
    { key: 'address', title: 'Address', render: ({ address }) => address },
  ],
  isNumbered: false,
  keyOf: ({ id }) => id,
  nameOf: securityEventInWords,
  emptyText: 'No activity yet',
})

/** What happened to the user's account, the latest first. */
export const ActivityScreen = () => <ListScreen definition={activityList} above={() => <SecurityPages />} />
