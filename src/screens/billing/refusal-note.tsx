import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { mendedAt } from '#domain/billing/invoice-rules.ts'
import { halfMonthOf } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'

interface Props {
  readonly refusal: string
  /** The first day of the period; '' for none. */
  readonly startDate: LocalDate | ''
}

/** Why an invoice can't be generated, with a link to where that can be changed. */
export const RefusalNote = ({ refusal, startDate }: Props) => {
  const place = mendedAt(refusal)
  const period = startDate === '' ? undefined : halfMonthOf(startDate).startDate
  return (
    <>
      {refusal}
      {place === 'lockOut' && (
        <>
          {' '}
          <Anchor component={Link} href="/lockout" inherit>
            Lock Out
          </Anchor>
        </>
      )}
      {place === 'closeOut' && period !== undefined && (
        <>
          {' '}
          <Anchor component={Link} href={`/close-out?period=${period}`} inherit>
            Close Out
          </Anchor>
        </>
      )}
    </>
  )
}
