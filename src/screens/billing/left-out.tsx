import { hoursLeftOut, type LeftOut } from '#domain/billing/lock-out.ts'
import { type Period, periodInWords } from '#domain/billing/period.ts'
import { counted } from '#domain/words.ts'
import { Amount } from './amount.tsx'
import { Why } from './why.tsx'

interface Props {
  readonly of: LeftOut
  /** Where the amount can be explained: the period, which has not been unlocked. */
  readonly period?: Period
  /** What was left out when the period was locked: a correction may have brought some of it in since. */
  readonly isLocked?: boolean
}

const WhyLeftOut = ({
  period: { startDate, endDate },
  isLocked,
}: Pick<Props, 'isLocked'> & { readonly period: Period }) => (
  <Why
    of={{ kind: 'work', startDate, endDate, only: 'unapproved', withFees: false }}
    about={`${isLocked ? 'Still left out' : 'Left out'}, ${periodInWords({ startDate, endDate })}`}
  />
)

/** '2 days, 3:30 h, $299.25' */
export const LeftOutInWords = ({ of, period, isLocked = false }: Props) => (
  <>
    {counted(of.days, 'day')}, {hoursLeftOut(of)} h,{' '}
    <Amount amount={of.amount} why={period && <WhyLeftOut period={period} isLocked={isLocked} />} />
  </>
)
