import { SubPages } from '#ui/sub-pages/sub-pages.tsx'

const PAGES = [
  { href: '/security', label: 'Sign-In Methods' },
  { href: '/security/devices', label: 'Devices' },
  { href: '/security/activity', label: 'Activity' },
]

/** The tabs of a user's own account. */
export const SecurityPages = () => <SubPages label="Security" pages={PAGES} />
