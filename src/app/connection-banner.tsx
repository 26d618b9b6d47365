import { Affix, Paper, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { House } from './compose.ts'

/** Quiet: it takes nothing away, and goes by itself. */
export const ConnectionBanner = ({ connection }: { readonly connection: House['connection'] }) => {
  const isOffline = useSelector(connection, (snapshot) => snapshot.matches('offline'))
  return (
    <aside aria-label="Connection">
      <div role="status">
        {isOffline && (
          <Affix position={{ bottom: 16, left: 16 }} withinPortal={false}>
            <Paper withBorder shadow="sm" px="sm" py={6} display="flex" style={{ alignItems: 'center', gap: 8 }}>
              <IconCloudOff size={16} stroke={1.7} aria-hidden />
              <Text size="sm">No connection to the server. Trying again…</Text>
            </Paper>
          </Affix>
        )}
      </div>
    </aside>
  )
}
