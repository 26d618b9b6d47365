import styles from './facts.module.css'

export type Fact = readonly [term: string, text: string]

/** What there is to say of a record; a fact without words is left out. */
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
