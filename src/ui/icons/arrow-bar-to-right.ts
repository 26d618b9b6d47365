import { outlineIcon } from './icon.tsx'

export const IconArrowBarToRight = outlineIcon('M14 12l-10 0', 'M14 12l-4 4', 'M14 12l-4 -4', 'M20 4l0 16')
