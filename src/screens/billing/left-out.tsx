import { hoursLeftOut, type LeftOut } from '#domain/billing/lock-out.ts'
import { type Period, periodInWords } from '#domain/billing/period.ts'
import { counted } from '#domain/words.ts'
import { Amount } from './amount.tsx'
import { Why } from './why.tsx'

const WhyLeftOut = ({ period: { startDate, endDate } }: { readonly period: Period }) => (
  <Why
    of={{ kind: 'work', startDate, endDate, only: 'unapproved', withFees: false }}
    about={`Left out, ${periodInWords({ startDate, endDate })}`}
  />
)

interface Props {
  readonly of: LeftOut
  /** Where the amount can be explained: the period, which is still as it was then. */
  readonly period?: Period
}

/** '2 days, 3:30 h, $299.25' */
export const LeftOutInWords = ({ of, period }: Props) => (
  <>
    {counted(of.days, 'day')}, {hoursLeftOut(of)} h,{' '}
    <Amount amount={of.amount} why={period && <WhyLeftOut period={period} />} />
  </>
)
