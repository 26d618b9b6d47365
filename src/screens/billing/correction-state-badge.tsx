import { Badge } from '@mantine/core'
import { CORRECTION_STATES, type CorrectionState } from '#domain/billing/corrections.ts'

export const CorrectionStateBadge = ({ state }: { readonly state: CorrectionState }) => {
  const { label, color } = CORRECTION_STATES[state]
  return (
    <Badge color={color} variant="dot" tt="none">
      {label}
    </Badge>
  )
}
