import { Avatar, Box, Button, Menu, Text, VisuallyHidden } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useSession, useSessionActor } from '#screens/provided.tsx'
import { useAction } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { IconChevronDown } from '#ui/icons/chevron-down.ts'
import { IconLogout } from '#ui/icons/logout.ts'
import type { MenuLink } from './guard.ts'
import classes from './shell.module.css'

/** The signed-in user's menu, with Logout. */
export const ProfileMenu = ({ links }: { readonly links: readonly MenuLink[] }) => {
  const { userName, roleName } = useSession()
  const session = useSessionActor()
  const closing = useMemo(() => ({ run: async () => session.send({ type: 'session.close' }) }), [session])
  const actor = useAction<null, void>(closing)
  const logout = useSelector(actor, (snapshot) => snapshot)
  return (
    <>
      <Menu position="bottom-end" width={220} withinPortal={false}>
        <Menu.Target>
          <Button variant="subtle" color="gray" px={6}>
            <Avatar name={userName} color="pine" size={28} />
            <VisuallyHidden>Profile of</VisuallyHidden>
            <Text span size="sm" className={classes.userName} truncate>
              {userName}
            </Text>
            <IconChevronDown size={14} stroke={1.8} style={{ marginLeft: 6 }} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Box px="sm" py={6}>
            <Text size="sm" fw={600} truncate>
              {userName}
            </Text>
            <Text size="xs" c="dimmed">
              {roleName}
            </Text>
          </Box>
          <Menu.Divider />
          {links.map(({ path, label }) => (
            <Menu.Item key={path} component={Link} href={path}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item
            leftSection={<IconLogout size={16} stroke={1.7} />}
            onClick={() => actor.send({ type: 'action.ask', subject: null })}
          >
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {(logout.matches('confirming') || logout.matches('running')) && (
        <ConfirmDialog
          question="Are you sure want to Logout"
          details="You are unable to use the services which depend on this portal"
          isBusy={logout.hasTag('busy')}
          onCancel={() => actor.send({ type: 'action.cancel' })}
          onConfirm={() => actor.send({ type: 'action.confirm' })}
        />
      )}
    </>
  )
}
