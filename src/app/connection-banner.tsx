import { Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { IconCloudOff } from '#ui/icons/cloud-off.ts'
import type { AppServices } from './compose.ts'
import styles from './connection-banner.module.css'

const selectWords = (snapshot: SnapshotFrom<AppServices['connection']>): string | undefined => {
  if (snapshot.matches('offline')) return 'No connection to the server. Trying again…'
  return snapshot.matches({ online: 'stale' }) ? 'Changes by others may show up late. Trying again…' : undefined
}

/** Part of the initial scripts: while the server is unreachable, nothing else loads. */
export const ConnectionBanner = ({ connection }: { readonly connection: AppServices['connection'] }) => {
  const words = useSelector(connection, selectWords)
  return (
    <aside aria-label="Connection">
      <div role="status">
        {words !== undefined && (
          <div className={styles.banner}>
            <IconCloudOff size={16} stroke={1.7} aria-hidden />
            <Text size="sm">{words}</Text>
          </div>
        )}
      </div>
    </aside>
  )
}
