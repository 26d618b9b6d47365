import { Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { House } from './compose.ts'
import styles from './connection-banner.module.css'

/** Part of the initial scripts: while the server is unreachable, nothing else loads. */
export const ConnectionBanner = ({ connection }: { readonly connection: House['connection'] }) => {
  const isOffline = useSelector(connection, (snapshot) => snapshot.matches('offline'))
  return (
    <aside aria-label="Connection">
      <div role="status">
        {isOffline && (
          <div className={styles.banner}>
            <IconCloudOff size={16} stroke={1.7} aria-hidden />
            <Text size="sm">No connection to the server. Trying again…</Text>
          </div>
        )}
      </div>
    </aside>
  )
}
