<<<<<<< HEAD

import { IconFilterOff } from '@tabler/icons-react'
import { IconAction } from '#ui/icon-action/icon-action.tsx'

/** Takes every filter away; to be there only while one is set (spec 3, section 2). */
export const ResetFilters = ({ onReset }: { readonly onReset: () => void }) => (
  <IconAction label="Reset Filters" icon={IconFilterOff} variant="default" size={36} onClick={onReset} />
=======

import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'

/** Takes every filter away; shown while there are any. */
export const ResetFilters = ({ onReset }: { readonly onReset: () => void }) => (
  <Tooltip label="Reset Filters">
    <ActionIcon variant="default" size={36} aria-label="Reset Filters" onClick={onReset}>
      <IconFilterOff size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  </Tooltip>
>>>>>>> 81e9ee2 (Set providers' hours of time off from a spreadsheet, whole or not at all; list them and hand out the file to fill in)
)
