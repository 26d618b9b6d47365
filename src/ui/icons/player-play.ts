import { outlineIcon } from './icon.tsx'

export const IconPlayerPlay = outlineIcon('M7 4v16l13 -8l-13 -8')
