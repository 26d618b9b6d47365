import { Button, Group, Menu } from '@mantine/core'
import { Link } from 'wouter'
import { IconChevronDown } from '#ui/icons/chevron-down.ts'
import type { MenuGroupShown, MenuLink } from './guard.ts'
import classes from './shell.module.css'
import { useIsHere } from './use-is-here.ts'

const DirectLink = ({ path, label }: MenuLink) => {
  const isHere = useIsHere()
  return (
    <Button
      component={Link}
      href={path}
      variant="subtle"
      color="gray"
      size="compact-md"
      fz="sm"
      className={classes.entry}
      aria-current={isHere(path) ? 'page' : undefined}
    >
      {label}
    </Button>
  )
}

const Dropdown = ({ group, entries }: MenuGroupShown) => {
  const isHere = useIsHere()
  return (
    <Menu position="bottom-start" withinPortal={false} trigger="click-hover" openDelay={60} closeDelay={150}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          fz="sm"
          rightSection={<IconChevronDown size={14} stroke={1.8} />}
          className={classes.group}
          data-active={entries.some(({ path }) => isHere(path)) || undefined}
        >
          {group}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ path, label }) => (
          <Menu.Item
            key={path}
            component={Link}
            href={path}
            className={classes.entry}
            aria-current={isHere(path) ? 'page' : undefined}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A dropdown per group; a group with a single screen is a plain link. */
export const MainMenu = ({ groups }: { readonly groups: readonly MenuGroupShown[] }) => (
  <Group component="nav" aria-label="Main menu" gap={2} wrap="nowrap">
    {groups.map(({ group, entries }) => {
      const [only, second] = entries
      return only && !second ? (
        <DirectLink key={group} {...only} />
      ) : (
        <Dropdown key={group} group={group} entries={entries} />
      )
    })}
  </Group>
)
