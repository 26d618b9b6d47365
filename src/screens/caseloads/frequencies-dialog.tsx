import type { ActorRefFrom } from 'xstate'
import type { Caseload, CaseloadFrequency } from '#contract/caseloads.ts'
import { caseloadMessages } from '#domain/caseload-form.ts'
import type { DetailsMachine } from '#machines/common/details.machine.ts'
import { DetailsTable } from '#screens/details/details-table.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { nameOf } from './caseload-columns.tsx'

const number: Column<CaseloadFrequency> = { key: 'number', title: 'S.No.', render: (_, place) => place, width: '4rem' }

const columns: readonly Column<CaseloadFrequency>[] = [
  { key: 'frequency', title: 'Frequency', render: ({ serviceFrequency }) => serviceFrequency },
  { key: 'duration', title: 'Duration', render: ({ duration }) => duration },
  { key: 'event', title: 'Event Frequency', render: ({ eventFrequency }) => eventFrequency },
  { key: 'session', title: 'Session Type', render: ({ sessionType }) => sessionType },
]

/** With the service, of which an administrator sees more than one. */
const columnsWithService: readonly Column<CaseloadFrequency>[] = [
  number,
  { key: 'service', title: 'Service Type', render: ({ serviceType }) => serviceType },
  ...columns,
]

interface Props {
  readonly dialog: ActorRefFrom<DetailsMachine<Caseload, readonly CaseloadFrequency[]>>
  readonly withService?: boolean
}

/** How often and how long a student is seen. */
export const FrequenciesDialog = ({ dialog, withService = false }: Props) => (
  <DetailsTable
    dialog={dialog}
    titleOf={nameOf}
    ariaLabel="Frequencies"
    columns={withService ? columnsWithService : [number, ...columns]}
    keyOf={({ id }) => id}
    emptyText={caseloadMessages.empty}
  />
)
