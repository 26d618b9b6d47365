import { Button, Checkbox, Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { useLeaveGuard } from '#screens/leave-guard.ts'
import { usePageApi } from '#screens/provided.tsx'
import { CopyButton } from '#ui/copy-button/copy-button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { IconDownload } from '#ui/icons/download.ts'

interface Props {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

const FILE_NAME = 'homeroom-recovery-codes.txt'
/** For the file, which says what it is. */
const fileOf = (codes: readonly string[]) =>
  new Blob([`Recovery codes for Homeroom. Each works once.\n\n${codes.join('\n')}\n`], { type: 'text/plain' })

const stay = () => {}

/** New recovery codes, which are never shown again: it closes only when the user says that they saved them. */
export const RecoveryCodesDialog = ({ codes, onClose }: Props) => {
  const { saveFile } = usePageApi()
  const [areSaved, setAreSaved] = useState(false)
  useLeaveGuard(areSaved ? undefined : stay)
  return (
    <Dialog
      opened
      onClose={stay}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title="Save your recovery codes"
      description={
        <Text size="sm">
          With one of these codes you can sign in without your passkey or app. Each works once. You won't see them
          again.
        </Text>
      }
    >
      <SimpleGrid component="ul" aria-label="Recovery codes" cols={2} spacing={4} my="md" p={0}>
        {codes.map((code) => (
          <Text key={code} component="li" ff="monospace" ta="center" style={{ listStyle: 'none' }}>
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton value={codes.join('\n')} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile({ name: FILE_NAME, content: fileOf(codes) })}
        >
          Download
        </Button>
      </Group>
      <Checkbox
        mt="lg"
        label="I saved these codes in a safe place"
        checked={areSaved}
        onChange={({ currentTarget }) => setAreSaved(currentTarget.checked)}
      />
      <Group justify="flex-end" mt="md">
        <Button disabled={!areSaved} onClick={onClose}>
          Done
        </Button>
      </Group>
    </Dialog>
  )
}
