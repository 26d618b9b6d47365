import { Anchor, List, Skeleton, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { formatDate } from '#domain/time.ts'
import { counted, inWords } from '#domain/words.ts'
import type { HandOverActor, HandOverSnapshot } from '#machines/people/hand-over.machine.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { amountInWords, remainingInWords } from './hand-over-words.ts'

const selectState = ({ value }: HandOverSnapshot) => value
const selectContext = ({ context }: HandOverSnapshot) => context

interface OtherProps {
  readonly name: string
  /** Undefined for what cannot go to anyone else. */
  readonly href: string | undefined
}

/** Leads to where what stayed goes to another colleague. */
export const OtherColleague = ({ name, href }: OtherProps) =>
  href === undefined ? null : (
    <Anchor component={Link} href={href} inherit aria-label={`Change the colleague of ${name}`}>
      Change the colleague
    </Anchor>
  )

/** Says what goes back and what cannot, before a hand-over is undone. */
export const UndoDialog = ({ page }: { readonly page: HandOverActor }) => {
  const state = useSelector(page, selectState)
  const { undo, message } = useSelector(page, selectContext)
  if (state !== 'checkingUndo' && state !== 'confirmingUndo' && state !== 'undoing') return null
  const back = undo?.items.filter(({ goesBack }) => goesBack) ?? []
  const stays = undo ? remainingInWords(undo) : []
  const clashes = back.reduce((sum, { clashCount }) => sum + clashCount, 0)
  return (
    <ConfirmDialog
      question="Do you want to undo this hand-over?"
      isReady={state !== 'checkingUndo' && back.length > 0}
      isBusy={state === 'undoing'}
      onCancel={() => page.send({ type: 'undo.cancel' })}
      onConfirm={() => page.send({ type: 'undo.confirm' })}
    >
      {undo === undefined ? (
        <Skeleton height={48} />
      ) : (
        <Stack gap="xs" style={{ overflowWrap: 'anywhere' }}>
          {message !== undefined && <Text c="red">{message}</Text>}
          <Text>
            {back.length === 0
              ? 'Nothing can go back.'
              : `From today on, ${amountInWords(back)} ${back.length === 1 && (back[0]?.sessions ?? 1) === 1 ? 'goes' : 'go'} back to ${undo.toProviderName}.`}
          </Text>
          {back.length > 0 && undo.lastDay !== null && (
            <Text>
              The last day of {undo.toProviderName} is {formatDate(undo.lastDay)}.
            </Text>
          )}
          {undo.schoolsAdded.length > 0 && (
            <Text>
              {undo.toProviderName} will work at {inWords(undo.schoolsAdded)} again.
            </Text>
          )}
          {clashes > 0 && (
            <Text>
              {counted(clashes, 'session')} will clash with what {undo.toProviderName} has by now.
            </Text>
          )}
          {stays.length > 0 && (
            <>
              <Text>These stay:</Text>
              <List size="sm" spacing={4}>
                {stays.map(({ name, words, href }) => (
                  <List.Item key={words}>
                    {words} <OtherColleague name={name} href={href} />
                  </List.Item>
                ))}
              </List>
            </>
          )}
        </Stack>
      )}
    </ConfirmDialog>
  )
}
