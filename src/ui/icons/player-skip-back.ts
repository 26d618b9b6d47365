import { outlineIcon } from './icon.tsx'

export const IconPlayerSkipBack = outlineIcon('M20 5v14l-12 -7l12 -7', 'M4 5l0 14')
