import { outlineIcon } from './icon.tsx'

export const IconMinus = outlineIcon('M5 12l14 0')
