import { outlineIcon } from './icon.tsx'

export const IconArrowLeft = outlineIcon('M5 12l14 0', 'M5 12l6 6', 'M5 12l6 -6')
