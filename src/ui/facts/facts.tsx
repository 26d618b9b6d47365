import type { ReactNode } from 'react'
import styles from './facts.module.css'

export type Fact = readonly [term: string, text: ReactNode]

/** A list of a record's labels and values; empty values are left out. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter(([, text]) => text !== '')
      .map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
  </dl>
)
