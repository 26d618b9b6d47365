import { Stack, Table, Text } from '@mantine/core'
import { Fragment } from 'react'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { KeyCaps } from './key-caps.tsx'
import { SHORTCUTS } from './shortcuts.ts'

/** Lists every keyboard shortcut. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Keyboard shortcuts" size="lg">
    <Stack gap="md">
      {SHORTCUTS.map(({ where, shortcuts }) => (
        <section key={where} aria-label={where}>
          <Text fw={600} size="sm" mb={4}>
            {where}
          </Text>
          <Table aria-label={where} verticalSpacing={4}>
            <Table.Tbody>
              {shortcuts.map(({ keys, does }) => (
                <Table.Tr key={does}>
                  <Table.Td w="13rem">
                    {keys.map((pressed, index) => (
                      <Fragment key={pressed.join()}>
                        {index > 0 && ', '}
                        <KeyCaps keys={pressed} />
                      </Fragment>
                    ))}
                  </Table.Td>
                  <Table.Td>{does}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
      <Text size="xs" c="dimmed">
        No shortcut works while you type in a field.
      </Text>
    </Stack>
  </Dialog>
)
