import { List, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { formatDate } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import type { HandOverActor, HandOverSnapshot } from '#machines/people/hand-over.machine.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { newPlacesInWords, takersInWords } from './hand-over-words.ts'

const selectPreview = ({ context }: HandOverSnapshot) => context.preview

/** Says how much goes to whom before it moves. */
export const HandOverDialog = ({ page }: { readonly page: HandOverActor }) => {
  const preview = useSelector(page, selectPreview)
  const isAsking = useSelector(page, (snapshot) => snapshot.matches('confirming'))
  const isMoving = useSelector(page, (snapshot) => snapshot.matches('moving'))
  if (!preview || (!isAsking && !isMoving)) return null
  const moving = preview.items.filter((item) => item.isMoving)
  const clashing = moving.filter(({ clashCount }) => clashCount > 0).length
  const staying = preview.items.length - moving.length
  return (
    <ConfirmDialog
      question="Do you want to hand over this work?"
      isBusy={isMoving}
      onCancel={() => page.send({ type: 'work.cancel' })}
      onConfirm={() => page.send({ type: 'work.confirm' })}
    >
      <Stack gap="xs" style={{ overflowWrap: 'anywhere' }}>
        <Text>
          From {formatDate(preview.from)} on, {preview.provider.name} hands over:
        </Text>
        <List spacing={4}>
          {takersInWords(preview).map((words) => (
            <List.Item key={words}>{words}</List.Item>
          ))}
        </List>
        {newPlacesInWords(preview).map((words) => (
          <Text key={words}>{words}</Text>
        ))}
        {clashing > 0 && (
          <Text>
            {counted(clashing, 'item')} {clashing === 1 ? 'clashes' : 'clash'} with something and{' '}
            {clashing === 1 ? 'moves' : 'move'} anyway.
          </Text>
        )}
        {staying > 0 && (
          <Text>
            {counted(staying, 'item')} {staying === 1 ? 'stays' : 'stay'} with {preview.provider.name}.
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
