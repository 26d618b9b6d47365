import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft } from '#ui/icons/chevron-left.ts'
import { IconChevronRight } from '#ui/icons/chevron-right.ts'

export interface StepButtonsProps {
  /** The unit that the arrows move by. */
  readonly step: 'day' | 'week' | 'month'
  readonly onToday: () => void
  readonly onPrevious: () => void
  readonly onNext: () => void
}

/** A Today button, and arrows to the previous and next day, week or month. */
export const StepButtons = ({ step, onToday, onPrevious, onNext }: StepButtonsProps) => (
  <>
    <Button variant="default" size="sm" onClick={onToday}>
      {step === 'month' ? 'This month' : 'Today'}
    </Button>
    <ActionIcon.Group>
      <ActionIcon variant="default" size={36} aria-label={`Previous ${step}`} onClick={onPrevious}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label={`Next ${step}`} onClick={onNext}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </ActionIcon.Group>
  </>
)
