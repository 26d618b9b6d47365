import { outlineIcon } from './icon.tsx'

export const IconArrowUp = outlineIcon('M12 5l0 14', 'M18 11l-6 -6', 'M6 11l6 -6')
