import { SubPages } from '#ui/sub-pages/sub-pages.tsx'

const PAGES = [
  { href: '/acl', label: 'Permissions' },
  { href: '/acl/users', label: 'Users' },
  { href: '/acl/sign-ins', label: 'Sign-Ins' },
  { href: '/acl/changes', label: 'Change History' },
]

/** The tabs of /acl. */
export const AccessPages = () => <SubPages label="Permissions and users" pages={PAGES} />
