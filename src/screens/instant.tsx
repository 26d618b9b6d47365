import { formatInstant } from '#domain/time.ts'
import { useSession } from './provided.tsx'

/** An instant in the organization's time: '11/20/2026 9:00 AM'. */
export const Instant = ({ at }: { readonly at: string }) => formatInstant(at, useSession().timeZone)
