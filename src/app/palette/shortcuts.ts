/** Every keyboard shortcut that exists, for the dialog that lists them. A new one is listed here as well. */

export interface Shortcut {
  /** Alternatives; the keys of each are pressed together. 'mod' is Ctrl, or Command on a Mac. */
  readonly keys: readonly (readonly string[])[]
  readonly does: string
}

export interface ShortcutGroup {
  readonly where: string
  readonly shortcuts: readonly Shortcut[]
}

export const PALETTE_KEYS = ['mod', 'K'] as const

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    where: 'Everywhere',
    shortcuts: [
      { keys: [PALETTE_KEYS], does: 'Search for a screen, student, school, provider or session' },
      { keys: [['?']], does: 'Show the keyboard shortcuts' },
      { keys: [['Esc']], does: 'Close the dialog or menu on top' },
    ],
  },
  {
    where: 'Calendar',
    shortcuts: [
      { keys: [['↑'], ['↓']], does: 'Previous or next time or session of the day' },
      { keys: [['←'], ['→']], does: 'The day before or after' },
      { keys: [['Home'], ['End']], does: 'First or last time of the day' },
      {
        keys: [
          ['Ctrl', 'Home'],
          ['Ctrl', 'End'],
        ],
        does: 'Start or end of the days shown',
      },
      { keys: [['PageUp'], ['PageDown']], does: 'An hour earlier or later' },
      { keys: [['N'], ['P']], does: 'Next or previous session' },
      { keys: [['Enter'], ['Space']], does: 'Open the session, or add one at this time' },
      {
        keys: [
          ['Shift', '↑'],
          ['Shift', '↓'],
        ],
        does: 'Choose a longer or shorter time',
      },
      { keys: [['M']], does: 'Move the session by the arrow keys; Enter keeps it, Esc cancels' },
      { keys: [['R']], does: 'Change its end by ↑ and ↓; Enter keeps it, Esc cancels' },
    ],
  },
  {
    where: 'People',
    shortcuts: [
      { keys: [['↑'], ['↓'], ['←'], ['→']], does: 'Another provider or day' },
      { keys: [['Home'], ['End']], does: 'The name, or the last day' },
      { keys: [['PageUp'], ['PageDown']], does: 'Ten providers up or down' },
      { keys: [['Space']], does: 'Select the day; on a name or a date, all its days that are ready' },
      { keys: [['mod', 'A']], does: 'Select all days that are ready' },
      { keys: [['A']], does: 'Approve the selected days' },
      { keys: [['R']], does: 'Reject the selected days, or this one' },
      { keys: [['Enter']], does: 'Open the day' },
    ],
  },
  {
    where: 'Workflow chart',
    shortcuts: [
      { keys: [['↑'], ['↓'], ['←'], ['→']], does: 'Move the drawing' },
      { keys: [['+'], ['-']], does: 'Zoom in or out' },
      { keys: [['0']], does: 'Show the whole chart' },
      { keys: [['Enter'], ['Space']], does: 'Choose the state' },
    ],
  },
  {
    where: 'Lists of steps and toolbars',
    shortcuts: [
      { keys: [['↑'], ['↓']], does: 'Previous or next step' },
      { keys: [['←'], ['→']], does: 'Previous or next button' },
      { keys: [['Home'], ['End']], does: 'First or last' },
    ],
  },
]
