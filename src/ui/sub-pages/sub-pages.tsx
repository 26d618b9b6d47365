import { Button, Group } from '@mantine/core'
import { Link, useLocation } from 'wouter'

interface Props {
  /** The name of the navigation. */
  readonly label: string
  readonly pages: readonly { readonly href: string; readonly label: string }[]
}

/** Tabs that are pages of their own, so that each keeps its filters in the address. */
export const SubPages = ({ label, pages }: Props) => {
  const [path] = useLocation()
  return (
    <Group component="nav" aria-label={label} gap="xs">
      {pages.map((page) => (
        <Button
          key={page.href}
          component={Link}
          href={page.href}
          size="compact-md"
          color={page.href === path ? undefined : 'gray'}
          variant={page.href === path ? 'light' : 'subtle'}
          aria-current={page.href === path ? 'page' : undefined}
        >
          {page.label}
        </Button>
      ))}
    </Group>
  )
}
