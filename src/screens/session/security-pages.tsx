import { useSession } from '#screens/provided.tsx'
import { SubPages } from '#ui/sub-pages/sub-pages.tsx'

const PAGES = [
  { href: '/security', label: 'Sign-In Methods' },
  { href: '/security/devices', label: 'Devices' },
  { href: '/security/activity', label: 'Activity' },
]

/** The tabs of a user's own account; a user who must add a second factor first has only one. */
export const SecurityPages = () => (useSession().mustAddFactor ? null : <SubPages label="Security" pages={PAGES} />)
