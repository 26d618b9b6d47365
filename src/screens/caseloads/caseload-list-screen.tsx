import type { Caseload } from '#contract/caseloads.ts'
import { caseloadMessages } from '#domain/caseload-form.ts'
import type { CaseloadFilters as Filters } from '#machines/master-data/caseload-choices.ts'
import { type ListDefinition, ListScreen } from '#screens/list/list-screen.tsx'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { nameOf, recordsColumn } from './caseload-columns.tsx'
import { caseloadDefinition } from './caseload-definition.ts'
import { CaseloadDownload } from './caseload-download.tsx'
import { CaseloadFilters } from './caseload-filters.tsx'
import { FrequenciesDialog } from './frequencies-dialog.tsx'

const common = {
  heading: 'Caseload Record',
  add: { href: '/add-caseload', label: 'Add Student' },
  edit: { href: ({ id }: Caseload) => `/edit-caseload/${id}`, nameOf },
  status: {
    isActive: ({ isActive }: Caseload) => isActive,
    done: ({ isActive }: Caseload) => (isActive ? caseloadMessages.deactivated : caseloadMessages.activated),
    failed: 'Not changed',
    nameOf,
  },
}

const administrators: ListDefinition<Caseload, Filters> = {
  ...caseloadDefinition(true),
  ...common,
  deletion: { question: caseloadMessages.deletion, done: caseloadMessages.deleted, failed: 'Not deleted', nameOf },
}

/** Their own, and not to be deleted. */
const providers: ListDefinition<Caseload, Filters> = { ...caseloadDefinition(false), ...common }

/** Students with their therapists' caseloads (spec 3, section 2). */
export const CaseloadListScreen = () => {
  const { isAdministrator } = useSession()
  const frequencies = useActorRef(useProvided('caseloadFrequencies'))
  return (
    <ListScreen
      definition={isAdministrator ? administrators : providers}
      machine={useProvided('caseloads')}
      deletion={useProvided('caseloadDeletion')}
      imports={isAdministrator ? 'caseloads' : undefined}
      filters={(list) => <CaseloadFilters list={list} asksTherapist={isAdministrator} />}
      filterActions={(list) => <CaseloadDownload list={list} />}
      status={useProvided('caseloadStatus')}
      columns={() => [recordsColumn((subject) => frequencies.send({ type: 'details.open', subject }))]}
    >
      {() => <FrequenciesDialog dialog={frequencies} withService />}
    </ListScreen>
  )
}
