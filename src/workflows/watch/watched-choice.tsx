import { Anchor, List, NativeSelect, Text } from '@mantine/core'
import type { WatchedMachine, WatchedTab } from '#workflows/recording/watched.ts'
import { runningOf } from './found-machine.ts'

/** How a tab is called in the lists. */
export const tabLabel = ({ id, title, page }: WatchedTab): string => (id === '' ? 'This tab' : `${title} (${page})`)

interface TabProps {
  readonly tabs: readonly WatchedTab[]
  readonly tab: string
  readonly isAutomatic: boolean
  /** Undefined to leave the choice to the watch. */
  readonly onChoose: (tab: string | undefined) => void
}

const AUTOMATIC = '(automatic)'

/** Which browser tab is watched. A closed tab stays in the list until the user chooses another. */
export const TabChoice = ({ tabs, tab, isAutomatic, onChoose }: TabProps) => {
  const others = tabs.filter(({ id }) => id !== '')
  const isListed = tab === '' || others.some(({ id }) => id === tab)
  const found = tabs.find(({ id }) => id === tab)
  return (
    <NativeSelect
      label="Tab"
      value={isAutomatic ? AUTOMATIC : tab}
      data={[
        { value: AUTOMATIC, label: isAutomatic && found ? `Automatic: ${tabLabel(found)}` : 'Automatic' },
        { value: '', label: 'This tab' },
        ...others.map((each) => ({ value: each.id, label: tabLabel(each) })),
        ...(isListed || isAutomatic ? [] : [{ value: tab, label: 'Closed tab' }]),
      ]}
      onChange={({ currentTarget: { value } }) => onChoose(value === AUTOMATIC ? undefined : value)}
    />
  )
}

interface RunningProps {
  readonly tabs: readonly WatchedTab[]
  readonly statechart: string
  readonly title: string
  /** The watched machine. */
  readonly watched: { readonly tab: string; readonly machine: string | undefined }
  readonly onChoose: (tab: string, machine: string) => void
}

/** The other running machines of the workflow, in all tabs. */
export const AlsoRunning = ({ tabs, statechart, title, watched, onChoose }: RunningProps) => {
  const all = runningOf(tabs, statechart)
  const others = all.filter(({ tab, id }) => tab.id !== watched.tab || id !== watched.machine)
  if (others.length === 0) return null
  const isFew = others.length === all.length
  return (
    <div>
      <Text fz="sm" fw={600} id="also-running">
        {isFew ? `“${title}” is running` : 'Also running'}
      </Text>
      <List size="sm" aria-labelledby="also-running">
        {others.map(({ tab, id }, index) => {
          const inTab = others.filter((other) => other.tab.id === tab.id)
          const count = others.slice(0, index + 1).filter((other) => other.tab.id === tab.id).length
          return (
            <List.Item key={`${tab.id} ${id}`}>
              <Anchor component="button" type="button" inherit ta="start" onClick={() => onChoose(tab.id, id)}>
                {`In ${tab.id === '' ? 'this tab' : tabLabel(tab)}${inTab.length > 1 ? `, no. ${count}` : ''}`}
              </Anchor>
            </List.Item>
          )
        })}
      </List>
    </div>
  )
}

interface MachineProps {
  readonly machines: readonly WatchedMachine[]
  readonly titles: ReadonlyMap<string, string>
  readonly machine: string | undefined
  readonly onChoose: (machine: string | undefined) => void
}

const ALL = ''

/** Whose steps are listed. */
export const MachineChoice = ({ machines, titles, machine, onChoose }: MachineProps) => {
  const item = ({ id, parent, page }: WatchedMachine) => {
    const of = parent === undefined ? undefined : titles.get(parent)
    return { value: id, label: `${titles.get(id)} (${of === undefined ? page : `of ${of}`})` }
  }
  const group = (label: string, hasEnded: boolean) => {
    const items = machines.filter((each) => each.hasEnded === hasEnded).map(item)
    return items.length > 0 ? [{ group: label, items }] : []
  }
  return (
    <NativeSelect
      label="Steps of"
      value={machine ?? ALL}
      data={[{ value: ALL, label: 'All machines in the tab' }, ...group('Running', false), ...group('Ended', true)]}
      onChange={({ currentTarget: { value } }) => onChoose(value === ALL ? undefined : value)}
    />
  )
}
