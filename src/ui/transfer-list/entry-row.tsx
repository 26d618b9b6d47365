import type { DraggableProvided, DraggableStateSnapshot } from '@hello-pangea/dnd'
import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '#ui/icons/grip-vertical.ts'
import { IconMinus } from '#ui/icons/minus.ts'
import { IconPlus } from '#ui/icons/plus.ts'
import classes from './transfer-list.module.css'

export interface TransferEntry {
  readonly id: number
  readonly name: string
  readonly detail: string
}

interface Props {
  readonly entry: TransferEntry
  readonly isChosen: boolean
  readonly isLocked: boolean
  /** No other entry has this name, so that it needs no detail. */
  readonly isAlone: boolean
  readonly provided: DraggableProvided
  readonly state: DraggableStateSnapshot
  readonly onTransfer: () => void
}

/** An entry with a drag handle, and a button that moves it in one step. */
export const EntryRow = ({ entry, isChosen, isLocked, isAlone, provided, state, onTransfer }: Props) => (
  <div
    ref={provided.innerRef}
    {...provided.draggableProps}
    className={classes.entry}
    data-dragging={state.isDragging || undefined}
    data-entry={entry.id}
    data-locked={isLocked || undefined}
  >
    {isLocked ? null : (
      <span {...provided.dragHandleProps} className={classes.handle}>
        <IconGripVertical size={16} stroke={1.7} aria-hidden />
        <VisuallyHidden>
          Drag {entry.name}
          {isAlone ? null : `, ${entry.detail}`}
        </VisuallyHidden>
      </span>
    )}
    <span className={classes.words}>
      <Text span display="block" size="sm" fw={550} data-name>
        {entry.name}
      </Text>
      <Text span display="block" size="xs" c="dimmed">
        {entry.detail}
      </Text>
    </span>
    {isLocked ? null : (
      <ActionIcon
        variant={isChosen ? 'subtle' : 'light'}
        color={isChosen ? 'gray' : undefined}
        size={30}
        onClick={onTransfer}
        aria-label={`${isChosen ? 'Remove' : 'Add'} ${entry.name}${isAlone ? '' : `, ${entry.detail}`}`}
      >
        {isChosen ? <IconMinus size={16} aria-hidden /> : <IconPlus size={16} aria-hidden />}
      </ActionIcon>
    )}
  </div>
)
