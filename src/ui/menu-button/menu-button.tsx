import { Button, type ButtonProps, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Icon } from '#ui/icon/icon.tsx'
import { IconChevronDown } from '#ui/icons/chevron-down.ts'

interface Props {
  readonly icon: Icon
  readonly label: string
  /** The accessible name, where several have the same label; begins with the label. */
  readonly ariaLabel?: string
  readonly size?: ButtonProps['size']
  /** Shows a loader and blocks clicks. */
  readonly isRunning: boolean
  /** `Menu.Item`s. */
  readonly children: ReactNode
}

/** A button that opens a menu. */
export const MenuButton = ({ icon: Icon, label, ariaLabel, size = 'sm', isRunning, children }: Props) => (
  <Menu position="bottom-end" withinPortal={false}>
    <Menu.Target>
      <Button
        variant="default"
        size={size}
        aria-label={ariaLabel}
        loading={isRunning}
        leftSection={<Icon size={16} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
      >
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
