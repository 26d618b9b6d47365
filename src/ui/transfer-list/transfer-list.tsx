import { DragDropContext, Draggable, Droppable, type DropResult } from '@hello-pangea/dnd'
import { Skeleton, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { hasWords } from '#domain/name-key.ts'
import { Tally } from '#domain/tally.ts'
import { IconSearch } from '#ui/icons/search.ts'
import { EntryRow, type TransferEntry } from './entry-row.tsx'
import classes from './transfer-list.module.css'

interface Props {
  readonly available: readonly TransferEntry[]
  readonly chosen: readonly TransferEntry[]
  /** Headings of the two lists; screen readers also announce them while dragging. */
  readonly availableLabel: string
  readonly chosenLabel: string
  readonly searchLabel: string
  /** Shown if there are no available entries: why, or how to get some. */
  readonly availableNote: ReactNode
  readonly chosenNote: ReactNode
  readonly isLoading?: boolean
  readonly isLocked?: boolean
  readonly error?: ReactNode
  readonly onAdd: (id: number, index?: number) => void
  readonly onMove: (id: number, index: number) => void
  readonly onRemove: (id: number) => void
}

const matches = (entry: TransferEntry, search: string) => hasWords(`${entry.name} ${entry.detail}`, search)

/** The entry to focus after one leaves its list: the next, or else the previous. */
const neighborOf = (entries: readonly TransferEntry[], id: number) => {
  const at = entries.findIndex((entry) => entry.id === id)
  return entries[at + 1] ?? entries[at - 1]
}

/**
 * Two lists whose entries move between them by dragging (mouse, touch or keyboard) or by button. The first is
 * searchable. A dragged entry has `position: fixed`, so no ancestor may have a transform (a panel that slid into place
 * keeps one unless its transition ends in `none`).
 */
export const TransferList = (props: Props) => {
  const { available, chosen, isLoading = false, isLocked = false, error } = props
  const [search, setSearch] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const nextFocus = useRef<number | 'search'>(undefined)
  const errorId = useId()
  const names = new Tally([...available, ...chosen].map(({ name }) => name))
  const found = available.filter((entry) => matches(entry, search))

  useEffect(() => {
    const next = nextFocus.current
    if (next === undefined) return
    nextFocus.current = undefined
    const target = next === 'search' ? 'input' : `[data-entry="${next}"] button`
    root.current?.querySelector<HTMLElement>(target)?.focus()
  })

  const transfer = (entry: TransferEntry, isChosen: boolean) => {
    nextFocus.current = neighborOf(isChosen ? chosen : found, entry.id)?.id ?? 'search'
    setAnnouncement(`${entry.name}: ${isChosen ? props.availableLabel : props.chosenLabel}`)
    if (isChosen) props.onRemove(entry.id)
    else props.onAdd(entry.id)
  }

  const drop = ({ draggableId, source, destination }: DropResult) => {
    if (!destination) return
    const id = Number(draggableId)
    if (destination.droppableId === props.availableLabel) {
      if (source.droppableId === props.chosenLabel) props.onRemove(id)
    } else if (source.droppableId === props.chosenLabel) {
      props.onMove(id, destination.index)
    } else {
      props.onAdd(id, destination.index)
    }
  }

  const list = (entries: readonly TransferEntry[], isChosen: boolean, note: ReactNode) => {
    const label = isChosen ? props.chosenLabel : props.availableLabel
    return (
      <Droppable droppableId={label}>
        {(provided, state) => (
          <section
            ref={provided.innerRef}
            {...provided.droppableProps}
            className={classes.entries}
            data-over={state.isDraggingOver || undefined}
            aria-label={label}
            tabIndex={isLocked ? 0 : undefined}
          >
            {entries.map((entry, index) => (
              <Draggable key={entry.id} draggableId={String(entry.id)} index={index} isDragDisabled={isLocked}>
                {(item, itemState) => (
                  <EntryRow
                    entry={entry}
                    isChosen={isChosen}
                    isLocked={isLocked}
                    isAlone={names.of(entry.name) === 1}
                    provided={item}
                    state={itemState}
                    onTransfer={() => transfer(entry, isChosen)}
                  />
                )}
              </Draggable>
            ))}
            {provided.placeholder}
            {entries.length === 0 && !state.isDraggingOver && (
              <Text component="div" className={classes.empty} size="sm" c="dimmed">
                {note}
              </Text>
            )}
          </section>
        )}
      </Droppable>
    )
  }

  const noneFound = available.length > 0 && found.length === 0 ? 'No Student Found' : props.availableNote
  return (
    <div ref={root}>
      <DragDropContext onDragEnd={drop}>
        <div className={classes.lists}>
          <div className={classes.panel}>
            <div className={classes.head}>
              <Text size="sm" fw={600}>
                {props.availableLabel}
              </Text>
              <TextInput
                className={classes.search}
                size="xs"
                type="search"
                aria-label={props.searchLabel}
                aria-describedby={error ? errorId : undefined}
                data-first-invalid={error ? true : undefined}
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                placeholder={props.searchLabel}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
                disabled={isLocked}
                leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
              />
            </div>
            {isLoading ? (
              <div className={classes.entries} aria-busy="true">
                {[0, 1, 2].map((line) => (
                  <Skeleton key={line} height={40} mb={4} />
                ))}
              </div>
            ) : (
              list(found, false, noneFound)
            )}
          </div>
          <div
            className={classes.panel}
            data-chosen
            data-failed={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
          >
            <div className={classes.head}>
              <Text size="sm" fw={600}>
                {props.chosenLabel}
              </Text>
              <Text size="xs" c="dimmed">
                {chosen.length}
              </Text>
            </div>
            {list(chosen, true, props.chosenNote)}
          </div>
        </div>
      </DragDropContext>
      {error ? (
        <Text id={errorId} size="xs" c="var(--mantine-color-error)" mt={4}>
          {error}
        </Text>
      ) : null}
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </div>
  )
}
