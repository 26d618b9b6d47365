import { Button, Paper, Skeleton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type ComponentProps, Suspense } from 'react'
import { IconChevronDown } from '#ui/icons/chevron-down.ts'
import { IconChevronRight } from '#ui/icons/chevron-right.ts'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'

const OffCalendar = lazyPart(async () => (await import('./off-calendar.tsx')).OffCalendar)

/** The month of time off, in a panel that collapses; the browser remembers its state. */
export const OffCalendarPanel = (props: ComponentProps<typeof OffCalendar>) => {
  const [isOpen, setIsOpen] = useLocalStorage({
    key: 'homeroom-off-calendar',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Paper withBorder p="xs">
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Chevron size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Who is off
      </Button>
      {isOpen && (
        <Suspense fallback={<Skeleton height={200} />}>
          <OffCalendar {...props} />
        </Suspense>
      )}
    </Paper>
  )
}
