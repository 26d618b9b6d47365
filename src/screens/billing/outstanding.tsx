import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import { callOf } from '#contract/call.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { getOutstanding } from '#contract/invoice-history.ts'
import type { LiveTopic } from '#contract/live-topics.ts'
import { HISTORY_STATE_IDS } from '#domain/billing/invoice-history.ts'
import { AGES, ageNames } from '#domain/billing/invoice-rules.ts'
import { formatMoney, isZero } from '#domain/money.ts'
import type { DetailsMachine } from '#machines/common/details.machine.ts'
import { DetailsPanel } from '#screens/details-panel.tsx'
import { useSession } from '#screens/provided.tsx'
import { useDetailsOf } from '#screens/use-calls.ts'
import { DataTable } from '#ui/data-table/data-table.tsx'

type Outstanding = DataOf<typeof getOutstanding>

const outstandingCall = callOf(getOutstanding, (_: null) => ({ body: {} }))

const FOLLOWED: readonly LiveTopic[] = ['invoices']

export const useOutstanding = (): ActorRefFrom<DetailsMachine<null, Outstanding>> =>
  useDetailsOf(outstandingCall, null, FOLLOWED)

const NAME = 'Outstanding by school'

/** The unpaid invoices of a school. */
const unpaidOf = (schoolId: number) =>
  `/billing-history?${new URLSearchParams({ school: String(schoolId), state: String(HISTORY_STATE_IDS.unpaid) })}`

const OutstandingTable = ({ schools, totals, total }: Outstanding) => {
  const { money } = useSession()
  const amountOf = (amount: string) => (isZero(amount) ? '–' : formatMoney(amount, money))
  return (
    <DataTable
      ariaLabel={NAME}
      rows={schools}
      keyOf={({ id }) => id}
      emptyText="No school owes anything."
      columns={[
        {
          key: 'school',
          title: 'School Name',
          render: ({ id, name }) => (
            <Anchor component={Link} href={unpaidOf(id)} inherit style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Anchor>
          ),
        },
        ...AGES.map((age, index) => ({
          key: age,
          title: ageNames[age],
          align: 'end' as const,
          render: ({ amounts }: Outstanding['schools'][number]) => amountOf(amounts[index] ?? '0'),
        })),
        { key: 'total', title: 'Total', align: 'end', render: (school) => <b>{amountOf(school.total)}</b> },
      ]}
      {...(schools.length > 1 && {
        totals: {
          school: 'Total',
          ...Object.fromEntries(AGES.map((age, index) => [age, amountOf(totals[index] ?? '0')])),
          total: amountOf(total),
        },
      })}
    />
  )
}

/** What schools owe, by how long it has been due: the first thing on the page while nothing is searched for. */
export const OutstandingPanel = ({ outstanding }: { readonly outstanding: ReturnType<typeof useOutstanding> }) => (
  <DetailsPanel details={outstanding} name={NAME} failed="What schools owe could not be loaded." height={160}>
    {(data) => (
      <>
        <Title order={2} size="h4">
          Outstanding
        </Title>
        <Text size="sm" c="dimmed" mb="xs">
          Unpaid invoices by days since they were due. Search to find invoices.
        </Text>
        <OutstandingTable {...data} />
      </>
    )}
  </DetailsPanel>
)
