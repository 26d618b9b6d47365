import { Anchor } from '@mantine/core'
import { Link } from 'wouter'

interface Props {
  readonly href: string
  /** The address that the other screen leads back to. */
  readonly from: string
  readonly children: string
  /** What it is about, where several have the same text; begins with it. */
  readonly label?: string
}

/** A link to another screen that can lead back here. */
export const LinkOut = ({ href, from, label, children }: Props) => (
  <Anchor inherit aria-label={label} renderRoot={(root) => <Link {...root} href={href} state={{ cameFrom: from }} />}>
    {children}
  </Anchor>
)
