import { SubPages } from '#ui/sub-pages/sub-pages.tsx'

const PAGES = [
  { href: '/manage-documents', label: 'Documents' },
  { href: '/expiry-documents', label: 'Expiring Documents' },
  { href: '/missing-documents', label: 'Missing Documents' },
  { href: '/document-types', label: 'Document Types' },
]

/** The tabs of /manage-documents. */
export const DocumentPages = () => <SubPages label="Documents" pages={PAGES} />
