import { Box, Text } from '@mantine/core'

/** A house with a person in it. */
export const BrandMark = ({ size = 26 }: { readonly size?: number }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
    <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
      <path d="M7 15.2 16 7.5l9 7.7" />
      <path d="M10.5 16.5V23a1.5 1.5 0 0 0 1.5 1.5h8a1.5 1.5 0 0 0 1.5-1.5v-6.500" />
    </g>
    <circle cx="16" cy="18.600" r="2.300" fill="#fff" />
  </svg>
)

export const Brand = () => (
  <Box display="flex" style={{ alignItems: 'center', gap: 8 }}>
    <BrandMark />
    <Text fw={650} fz="lg" lh={1} style={{ letterSpacing: '-0.015em' }}>
      Homeroom
    </Text>
  </Box>
)
