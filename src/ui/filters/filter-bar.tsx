import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'

interface Props {
  readonly children: ReactNode
  /** Buttons at the end of the row. */
  readonly actions?: ReactNode
}

/** A row of filters that wraps; two per row on a phone. */
export const FilterBar = ({ children, actions }: Props) => (
  // It takes the focus of a button that goes when it is pressed.
  <search className={styles.bar} aria-label="Filters" tabIndex={-1}>
    {children}
    {actions && <div className={styles.actions}>{actions}</div>}
  </search>
)
