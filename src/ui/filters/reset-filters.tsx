import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconFilterOff } from '#ui/icons/filter-off.ts'

/** Clears every filter. Render it only while one is set (spec 3, section 2). */
export const ResetFilters = ({ onReset }: { readonly onReset: () => void }) => (
  <IconAction label="Reset Filters" icon={IconFilterOff} variant="default" size={36} onClick={onReset} />
)
