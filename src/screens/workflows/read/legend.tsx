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

/** How to read the drawing, for those who see one for the first time. */
export const Legend = () => (
  <Stack gap="sm" component="section" aria-label="How to read this drawing">
    <Title order={3} fz="lg">
      How to read this drawing
    </Title>
    <Sign label="A box is a state: where things stand until something happens. Boxes within it are what goes on meanwhile.">
      <rect x={6} y={4} width={52} height={26} rx={6} className={styles.box} />
    </Sign>
    <Sign label="An arrow is a change. Beside it stands what makes it happen; in [brackets], what must be so; after a stroke /, what is done.">
      <path d="M4 17H54" className={styles.arrow} />
      <path d="M52 12L60 17L52 22Z" className={styles.head} />
    </Sign>
    <Sign label="Here a workflow, or a box, begins.">
      <circle cx={32} cy={17} r={5} className={styles.head} />
    </Sign>
    <Sign label="The parts of a dashed box go on side by side.">
      <rect x={6} y={4} width={52} height={26} rx={6} strokeDasharray="6 4" className={styles.box} />
    </Sign>
    <Sign label="A box with two rims is an end.">
      <rect x={6} y={4} width={52} height={26} rx={6} className={styles.box} />
      <rect x={9} y={7} width={46} height={20} rx={4} className={styles.box} />
    </Sign>
    <Text fz="sm" c="dimmed">
      Choose a box to read about it. Keys move the drawing: arrows, + and −, 0 for all of it.
    </Text>
  </Stack>
)
