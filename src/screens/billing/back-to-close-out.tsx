import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useCameFrom } from '#screens/came-from.ts'
import { IconChevronLeft } from '#ui/icons/chevron-left.ts'

const WayBack = () => {
  const cameFrom = useCameFrom()
  // Filters and pages of this screen replace the history state.
  const [back] = useState(cameFrom)
  if (!back?.startsWith('/close-out?')) return null
  return (
    <Anchor component={Link} href={back} size="sm" mb="xs" display="inline-flex" style={{ alignItems: 'center' }}>
      <IconChevronLeft size={16} aria-hidden /> Back to Close Out
    </Anchor>
  )
}

/** On a screen that was opened from the close-out of a half-month: leads back to it, as it was. */
export const BackToCloseOut = () => {
  const [path] = useLocation()
  return <WayBack key={path} />
}
