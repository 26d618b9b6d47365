import { NavLink, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { MenuGroupShown } from './guard.ts'
import classes from './shell.module.css'
import { useIsHere } from './use-is-here.ts'

interface Props {
  readonly groups: readonly MenuGroupShown[]
  readonly onNavigate: () => void
}

/** The menu as a drawer, for narrow windows. */
export const MobileMenu = ({ groups, onNavigate }: Props) => {
  const isHere = useIsHere()
  return (
    <Stack component="nav" aria-label="Main menu" gap="sm">
      {groups.map(({ group, entries }) => (
        <div key={group}>
          <Text size="xs" c="dimmed" fw={600} px="sm" mb={2}>
            {group}
          </Text>
          {entries.map(({ path, label }) => (
            <NavLink
              key={path}
              component={Link}
              href={path}
              label={label}
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
              onClick={onNavigate}
              className={classes.entry}
              aria-current={isHere(path) ? 'page' : undefined}
            />
          ))}
        </div>
      ))}
    </Stack>
  )
}
