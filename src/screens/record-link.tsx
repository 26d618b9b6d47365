import { Anchor } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ScreenKey } from '#domain/screen-keys.ts'
import { mayOpen } from '#machines/session/session.machine.ts'
import { useSessionActor } from '#screens/provided.tsx'
import type { Icon } from '#ui/icon/icon.tsx'
import { IconLink } from '#ui/icon-action/icon-action.tsx'

interface Target {
  readonly href: string
  /** The key of the page's screen; undefined for a page that needs none. */
  readonly screenKey: ScreenKey | undefined
}

/** Whether the signed-in user may open the screen at all; the server checks each record. */
export const useMayOpen = (key: ScreenKey | undefined): boolean =>
  useSelector(useSessionActor(), ({ context }) => key === undefined || mayOpen(context.userAccess, key) === true)

/** A name without a link, which may be long. */
export const PlainName = ({ name }: { readonly name: string }) => (
  <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
)

/** A record's name, linked to its page for users who may open it. Inherits the surrounding text style. */
export const RecordLink = ({ href, screenKey, name }: Target & { readonly name: string }) =>
  useMayOpen(screenKey) ? (
    <Anchor component={Link} href={href} inherit style={{ overflowWrap: 'anywhere' }}>
      {name}
    </Anchor>
  ) : (
    <PlainName name={name} />
  )

/** The same link as an icon, for places where clicking the name does something else. */
export const RecordIconLink = ({
  href,
  screenKey,
  icon,
  noun,
  name,
}: Target & { readonly icon: Icon; readonly noun: string; readonly name: string }) =>
  useMayOpen(screenKey) && (
    <IconLink icon={icon} label={`Open ${noun} page, ${name}`} tooltip={`Open ${noun} page`} href={href} />
  )

/** A link to another page, for users who may open it. */
export const PageLink = ({ href, screenKey, children }: Target & { readonly children: ReactNode }) =>
  useMayOpen(screenKey) && (
    <Anchor component={Link} href={href} size="sm">
      {children}
    </Anchor>
  )
