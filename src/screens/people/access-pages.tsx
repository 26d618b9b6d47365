import { Button, Group } from '@mantine/core'
import { Link, useLocation } from 'wouter'

const PAGES = [
  { href: '/acl', label: 'Permissions' },
  { href: '/acl/users', label: 'Users' },
  { href: '/acl/changes', label: 'Change History' },
] as const

/** The tabs of /acl: pages of their own, so that each keeps its filters in the address. */
export const AccessPages = () => {
  const [path] = useLocation()
  return (
    <Group component="nav" aria-label="Permissions and users" gap="xs">
      {PAGES.map(({ href, label }) => (
        <Button
          key={href}
          component={Link}
          href={href}
          size="compact-md"
          color={href === path ? undefined : 'gray'}
          variant={href === path ? 'light' : 'subtle'}
          aria-current={href === path ? 'page' : undefined}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
