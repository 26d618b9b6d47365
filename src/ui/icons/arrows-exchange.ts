import { outlineIcon } from './icon.tsx'

export const IconArrowsExchange = outlineIcon('M7 10h14l-4 -4', 'M17 14h-14l4 4')
