import { Kbd } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { Fragment } from 'react'

/** The keys of a shortcut, as they are labeled on the user's keyboard. */
export const KeyCaps = ({ keys, size = 'sm' }: { readonly keys: readonly string[]; readonly size?: 'xs' | 'sm' }) => {
  const isMac = useOs() === 'macos'
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && ' '}
          <Kbd size={size}>{key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : key}</Kbd>
        </Fragment>
      ))}
    </span>
  )
}
