import { SubPages } from '#ui/sub-pages/sub-pages.tsx'

const PAGES = [
  { href: '/your-reports', label: 'Recent' },
  { href: '/your-reports/saved', label: 'Saved' },
]

export const YourReportsPages = () => <SubPages label="Your Reports" pages={PAGES} />
