import { outlineIcon } from './icon.tsx'

export const IconFrame = outlineIcon('M4 7l16 0', 'M4 17l16 0', 'M7 4l0 16', 'M17 4l0 16')
