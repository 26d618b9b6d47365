/** The command palette: any screen, day, student, school, provider or session by a few letters. Loaded when first used. */
import '@mantine/spotlight/styles.layer.css'
import { Button, Group, Loader, Text, VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useSelector } from '@xstate/react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Call, ListPlace } from '#contract/call.ts'
import { type FoundRecord, findRecords, type RecordRef } from '#contract/search.ts'
import { MAX_SEARCH_LENGTH } from '#domain/search-words.ts'
import { localOf } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { listMachine } from '#machines/common/page-machines.ts'
import type { ListPage, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { usePageApi, useSession } from '#screens/provided.tsx'
import { useMayOpen } from '#screens/record-link.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { IconSearch } from '#ui/icons/search.ts'
import type { ScreenLink } from '../guard.ts'
import { KeyCaps } from './key-caps.tsx'
import classes from './palette.module.css'
import { type PaletteEntry, paletteGroups } from './palette-entries.ts'
import { addRecent, readRecents } from './recents.ts'

interface Asked {
  words: string
  recent: RecordRef[]
}

/** In ms: short enough to feel immediate, long enough not to ask for every letter. */
const DELAY = 120
const NOBODY: readonly FoundRecord[] = []

/** Asks only if there is something to find. */
const search: Call<ListPlace<Asked>, ListPage<FoundRecord>> = {
  run: async (client, { filters: { words, recent } }, options) => {
    const isEmpty = words.trim() === '' && recent.length === 0
    const rows = isEmpty ? [] : await client.call(findRecords, { body: { words, recent } }, options)
    return { rows, total: rows.length }
  },
}

type Snapshot = PagedListSnapshot<FoundRecord, Asked>
const selectContext = ({ context }: Snapshot) => context
const selectIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
const selectIsFailed = (snapshot: Snapshot) => snapshot.hasTag('failed')

const [store, spotlight] = createSpotlight()

const CHOSEN = '[data-selected]'

/** The component marks the chosen option in the page without telling anyone, and only after a key or a letter. */
const chooseFirst = (options: HTMLElement | null) => {
  for (const option of options?.querySelectorAll(CHOSEN) ?? []) option.removeAttribute('data-selected')
  options?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

interface ContentsProps {
  readonly screens: readonly ScreenLink[]
  readonly onShowShortcuts: () => void
}

const Contents = ({ screens, onShowShortcuts }: ContentsProps) => {
  const { client } = usePageApi()
  const { userId, timeZone, isAdministrator } = useSession()
  const mayOpenProviders = useMayOpen('ProviderProfileInformation')
  const [, navigate] = useLocation()
  const [recents] = useState(() => readRecents(userId))
  const machine = useMemo(() => listMachine(client, search, { filterDelay: DELAY }), [client])
  const list = useActorRef(machine, {
    input: { noFilters: { words: '', recent: recents.flatMap((each) => (each.kind === 'screen' ? [] : [each])) } },
  })
  const {
    filters: { words },
    result,
    error,
  } = useSelector(list, selectContext)
  const isBusy = useSelector(list, selectIsBusy)
  const isFailed = useSelector(list, selectIsFailed)
  const today = localOf(Date.now(), timeZone).date
  const groups = paletteGroups({
    words,
    screens,
    found: result?.rows ?? NOBODY,
    isFoundForWords: !isBusy && !isFailed,
    recents,
    isAdministrator,
    mayOpenProviders,
    today,
  })
  const entries = groups.flatMap((group) => group.entries)
  const id = useId()
  const optionId = (entry: PaletteEntry) => `${id}-${entries.indexOf(entry)}`
  const options = useRef<HTMLDivElement>(null)
  const [chosenId, setChosenId] = useState<string>()
  const noteChosen = () => setChosenId(options.current?.querySelector(CHOSEN)?.id)
  // After the component has marked the option.
  const noteChosenSoon = () => queueMicrotask(noteChosen)
  const shown = entries.map(({ key }) => key).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries start with the first one again
  useEffect(() => {
    chooseFirst(options.current)
    noteChosen()
  }, [shown])
  const open = ({ href, recent }: PaletteEntry) => {
    if (recent) addRecent(userId, recent)
    navigate(href)
  }
  return (
    <>
      <Spotlight.Search
        aria-label="Find anything"
        placeholder="Search screens, students, sessions, dates…"
        maxLength={MAX_SEARCH_LENGTH}
        leftSection={<IconSearch size={20} stroke={1.5} aria-hidden />}
        rightSection={isBusy && <Loader size="xs" aria-hidden />}
        onKeyDown={noteChosenSoon}
        onChange={(event) => {
          list.send({ type: 'filters.change', filters: { words: event.currentTarget.value } })
          noteChosenSoon()
        }}
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosenId}
      />
      <VisuallyHidden role="status">
        {isBusy ? 'Searching' : isFailed ? '' : counted(entries.length, 'result')}
      </VisuallyHidden>
      {isFailed && (
        <Group justify="space-between" gap="xs" p="sm" role="alert">
          <Text size="sm">{error ?? 'The search did not get an answer.'}</Text>
          <Button size="xs" variant="default" onClick={() => list.send({ type: 'list.reload' })}>
            Try again
          </Button>
        </Group>
      )}
      {entries.length === 0 && !isBusy && !isFailed && <Spotlight.Empty>Nothing found</Spotlight.Empty>}
      <Spotlight.ActionsList>
        <div role="listbox" aria-label="Results" id={`${id}-list`} ref={options}>
          {groups.map((group) => (
            <Spotlight.ActionsGroup key={group.name} label={group.name} role="group" aria-label={group.name}>
              {group.entries.map((entry) => (
                <Spotlight.Action
                  key={entry.key}
                  label={entry.name}
                  description={entry.detail}
                  role="option"
                  aria-selected={optionId(entry) === chosenId}
                  // The component drops an `id`.
                  ref={(option: HTMLButtonElement | null) => {
                    if (option) option.id = optionId(entry)
                  }}
                  onClick={() => open(entry)}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </div>
      </Spotlight.ActionsList>
      <Spotlight.Footer className={classes.footer}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          rightSection={<KeyCaps keys={['?']} size="xs" />}
          onClick={() => {
            spotlight.close()
            onShowShortcuts()
          }}
        >
          Keyboard shortcuts
        </Button>
      </Spotlight.Footer>
    </>
  )
}

interface Props extends ContentsProps {
  /** Opens the palette each time it changes. */
  readonly openings: number
}

export const Palette = ({ openings, ...contents }: Props) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening counts
  useEffect(() => spotlight.open(), [openings])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      centered={false}
      scrollable
      maxHeight="min(28rem, 70vh)"
      attributes={{ content: { 'aria-label': 'Find anything' } }}
    >
      <Contents {...contents} />
    </Spotlight.Root>
  )
}
