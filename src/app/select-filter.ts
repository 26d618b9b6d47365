import { type ComboboxItem, type ComboboxParsedItem, createTheme, type OptionsFilter } from '@mantine/core'
import { hasWords } from '#domain/name-key.ts'

/** Options that have what was typed, however it is spelled; groups without any are left out. */
const byName: OptionsFilter = ({ options, search, limit }) => {
  let left = limit
  const found = (items: readonly ComboboxItem[]) => {
    const some = items.filter(({ label }) => hasWords(label, search)).slice(0, left)
    left -= some.length
    return some
  }
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return found([option])
    const items = found(option.items)
    return items.length === 0 ? [] : [{ ...option, items }]
  })
}

const searchedByName = { defaultProps: { filter: byName } } as const

/** For the signed-in part of the app: the sign-in page has no selects, and loads as little as possible. */
export const selectFilter = createTheme({
  components: { Autocomplete: searchedByName, MultiSelect: searchedByName, Select: searchedByName },
})
