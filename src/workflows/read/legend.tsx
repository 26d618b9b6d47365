import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './legend.module.css'

const Sign = ({ children, label }: { readonly children: ReactNode; readonly label: ReactNode }) => (
  <div className={styles.sign}>
    <svg width={64} height={34} viewBox="0 0 64 34" aria-hidden>
      {children}
    </svg>
    <Text fz="sm">{label}</Text>
  </div>
)

/** How to read the drawing, for first-time readers. */
export const Legend = () => (
  <Stack gap="sm" component="section" aria-label="How to read this drawing">
    <Title order={3} fz="lg">
      How to read this drawing
    </Title>
    <Sign label="A box is a state, which lasts until something happens. Boxes inside it are its substates.">
      <rect x={6} y={4} width={52} height={26} rx={6} className={styles.box} />
    </Sign>
    <Sign label="An arrow is a transition. Its label shows the event, then [in brackets] the condition, then after a slash / the actions.">
      <path d="M4 17H54" className={styles.arrow} />
      <path d="M52 12L60 17L52 22Z" className={styles.head} />
    </Sign>
    <Sign label="A line that begins with ↻ is a transition that stays in the state.">
      <rect x={6} y={4} width={52} height={26} rx={6} className={styles.box} />
      <text x={32} y={22} textAnchor="middle" fontSize={14} className={styles.text}>
        ↻
      </text>
    </Sign>
    <Sign label="A dot marks the initial state of a workflow or box.">
      <circle cx={32} cy={17} r={5} className={styles.head} />
    </Sign>
    <Sign label="The parts of a dashed box run in parallel.">
      <rect x={6} y={4} width={52} height={26} rx={6} strokeDasharray="6 4" className={styles.box} />
    </Sign>
    <Sign label="A box with a double border is a final state.">
      <rect x={6} y={4} width={52} height={26} rx={6} className={styles.box} />
      <rect x={9} y={7} width={46} height={20} rx={4} className={styles.box} />
    </Sign>
    <Text fz="sm" c="dimmed">
      Select a box to read about it. Keyboard: arrow keys to move, + and − to zoom, 0 to fit.
    </Text>
  </Stack>
)
