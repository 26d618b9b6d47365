import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'

interface Props {
  readonly children: ReactNode
  /** Buttons at the end of the row. */
  readonly actions?: ReactNode
}

/** A row of filters that wraps; two per row on a phone. */
export const FilterBar = ({ children, actions }: Props) => (
  <search className={styles.bar} aria-label="Filters">
    {children}
    {actions && <div className={styles.actions}>{actions}</div>}
  </search>
)
