import { NativeSelect } from '@mantine/core'
import type { WatchedMachine, WatchedTab } from '#machines/workflows/watched.ts'

interface TabProps {
  readonly tabs: readonly WatchedTab[]
  readonly tab: string
  readonly onChoose: (tab: string) => void
}

/** Which browser tab is watched. A closed tab stays in the list until the user chooses another. */
export const TabChoice = ({ tabs, tab, onChoose }: TabProps) => {
  const others = tabs.filter(({ id }) => id !== '')
  const isListed = tab === '' || others.some(({ id }) => id === tab)
  return (
    <NativeSelect
      label="Tab"
      value={tab}
      data={[
        { value: '', label: 'This tab' },
        ...others.map(({ id, title, page }) => ({ value: id, label: `${title} (${page})` })),
        ...(isListed ? [] : [{ value: tab, label: 'Closed tab' }]),
      ]}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    />
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
