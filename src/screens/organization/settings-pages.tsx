import { SubPages } from '#ui/sub-pages/sub-pages.tsx'

const PAGES = [
  { href: '/settings', label: 'Settings' },
  { href: '/settings/changes', label: 'Change History' },
]

/** The tabs of /settings. */
export const SettingsPages = () => <SubPages label="Organization settings" pages={PAGES} />
