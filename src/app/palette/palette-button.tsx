import { ActionIcon, Button } from '@mantine/core'
import { IconSearch } from '#ui/icons/search.ts'
import { KeyCaps } from './key-caps.tsx'
import { PALETTE_KEYS } from './shortcuts.ts'

/** Opens the command palette; an icon in narrow windows. */
export const PaletteButton = ({ onClick }: { readonly onClick: () => void }) => (
  <>
    <Button
      visibleFrom="xl"
      variant="default"
      size="compact-md"
      fz="sm"
      fw={400}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={<KeyCaps keys={PALETTE_KEYS} size="xs" />}
      onClick={onClick}
    >
      Find anything
    </Button>
    <ActionIcon hiddenFrom="xl" variant="subtle" color="gray" size={34} aria-label="Find anything" onClick={onClick}>
      <IconSearch size={18} aria-hidden />
    </ActionIcon>
  </>
)
