import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** A muted green; white text on shade 8 has a contrast over 4.5:1 in both color schemes. */
const pine: MantineColorsTuple = [
  '#edf7f3',
  '#dceee6',
  '#b7dccc',
  '#8fc9b0',
  '#6db898',
  '#57ae89',
  '#4aa881',
  '#3a936e',
  '#2b765a',
  '#1d5f48',
]

/**
 * Options scroll in their listbox, which is keyboard-accessible through its input. Mantine's scroll area would be a
 * scrollable region that the keyboard can't reach.
 */
const listbox = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 'min(16rem, 40vh)', overflowY: 'auto' } },
} as const

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: 8,
  colors: { pine },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Autocomplete: listbox,
    MultiSelect: listbox,
    Select: listbox,
    Modal: {
      // The modal's header is not the page's banner landmark.
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        attributes: { header: { role: 'none' } },
      },
      styles: { title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)', lineHeight: 1.35 } },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'none' } } } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm', highlightOnHover: true } },
    // The placeholder is focusable, which ARIA does not allow in a menu.
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
})

/**
 * Mantine's dimmed text, placeholders and errors have a contrast below 4.5:1, and the borders of its fields below 3:1.
 * The status colors are those of a provider's day; they have at least 3:1 to the session boxes that they mark.
 */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c646d',
    '--mantine-color-placeholder': '#6b737c',
    '--mantine-color-error': colors.red[9],
    '--mantine-color-anchor': colors.pine?.[8] ?? '',
    '--control-border': colors.gray[6],
    '--status-unconfirmed': '#b45309',
    '--status-rejected': colors.red[9],
    '--status-correcting': colors.grape[8],
    '--status-confirmed': colors.blue[9],
    '--status-approved': colors.pine?.[8] ?? '',
    '--status-locked': colors.gray[6],
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': '#9a9a9a',
    '--mantine-color-error': colors.red[4],
    '--mantine-color-anchor': colors.pine?.[3] ?? '',
    // Mantine's is as pale as pink.
    '--mantine-color-red-light-color': colors.red[5],
    '--control-border': '#7d7d7d',
    '--status-unconfirmed': colors.yellow[4],
    '--status-rejected': colors.red[4],
    '--status-correcting': colors.grape[3],
    '--status-confirmed': colors.blue[3],
    '--status-approved': colors.pine?.[4] ?? '',
    '--status-locked': colors.dark[2],
  },
})
