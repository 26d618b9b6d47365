import type { Caseload } from '#contract/caseloads.ts'
import type { CaseloadFilters as Filters } from '#machines/master-data/caseload-choices.ts'
import { type ListDefinition, ListScreen } from '#screens/list/list-screen.tsx'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { recordsColumn } from './caseload-columns.tsx'
import { caseloadDefinition } from './caseload-definition.ts'
import { CaseloadFilters } from './caseload-filters.tsx'
import { FrequenciesDialog } from './frequencies-dialog.tsx'

const definition: ListDefinition<Caseload, Filters> = {
  ...caseloadDefinition(false),
  heading: 'Caseload Listing Record',
}

/** A provider's own students (spec 3, section 2). */
export const ProviderCaseloadScreen = () => {
  const frequencies = useActorRef(useProvided('caseloadFrequencies'))
  return (
    <ListScreen
      definition={definition}
      machine={useProvided('ownCaseloads')}
      filters={(list) => <CaseloadFilters list={list} />}
      columns={() => [recordsColumn((subject) => frequencies.send({ type: 'details.open', subject }))]}
    >
      {() => <FrequenciesDialog dialog={frequencies} />}
    </ListScreen>
  )
}
