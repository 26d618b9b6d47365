/** What the Watch view shows, as encoded in the page's address: a tab, or a recorded run. '' leaves the tab to the watch. */
const HERE = 'here'
const SAVED = 'run:'
const FROM_FILE = 'file:'

export const readWatchPlace = (detail: string): { readonly tab: string; readonly isAutomatic: boolean } => ({
  tab: detail === HERE ? '' : detail,
  isAutomatic: detail === '',
})

/** @param tab the tab that the user chose; '' for this one */
export const writeWatchPlace = (tab: string): string => (tab === '' ? HERE : tab)

/** A run that is replayed. */
export interface RunPlace {
  readonly name: string
  /** Otherwise it is saved in this browser. */
  readonly isFromFile: boolean
}

export const readRunPlace = (detail: string): RunPlace | undefined => {
  if (detail.startsWith(SAVED)) return { name: detail.slice(SAVED.length), isFromFile: false }
  if (detail.startsWith(FROM_FILE)) return { name: detail.slice(FROM_FILE.length), isFromFile: true }
  return undefined
}

export const writeRunPlace = ({ name, isFromFile }: RunPlace): string => `${isFromFile ? FROM_FILE : SAVED}${name}`
