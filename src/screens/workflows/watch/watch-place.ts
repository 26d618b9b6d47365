/** Which tab is watched, as encoded in the page's address: '' leaves the choice to the watch. */
const HERE = 'here'

export const readWatchPlace = (detail: string): { readonly tab: string; readonly isAutomatic: boolean } => ({
  tab: detail === HERE ? '' : detail,
  isAutomatic: detail === '',
})

/** @param tab the tab that the user chose; '' for this one */
export const writeWatchPlace = (tab: string): string => (tab === '' ? HERE : tab)
