import { Switch } from '@mantine/core'
import { useActorRef, useSelector } from '@xstate/react'
import type { Caseload } from '#contract/caseloads.ts'
import { caseloadMessages } from '#domain/caseload-form.ts'
import type { CalendarFilters } from '#machines/schedule/calendar-place.ts'
import { type ListDefinition, ListScreen } from '#screens/list/list-screen.tsx'
import { RowActionDialogs, type RowActionWords, useRowAction } from '#screens/list/row-action.tsx'
import { useProvided, useSession } from '#screens/provided.tsx'
import { nameOf, recordsColumn } from './caseload-columns.tsx'
import { caseloadDefinition } from './caseload-definition.ts'
import { CaseloadDownload } from './caseload-download.tsx'
import { CaseloadFilters, type CaseloadList } from './caseload-filters.tsx'
import { FrequenciesDialog } from './frequencies-dialog.tsx'

const common = {
  heading: 'Caseload Record',
  add: { href: '/add-caseload', label: 'Add Student' },
  edit: { href: ({ id }: Caseload) => `/edit-caseload/${id}`, nameOf },
}

const administrators: ListDefinition<Caseload, CalendarFilters> = {
  ...caseloadDefinition(true),
  ...common,
  deletion: { question: caseloadMessages.deletion, done: caseloadMessages.deleted, failed: 'Not deleted', nameOf },
}

/** Their own, and not to be deleted. */
const providers: ListDefinition<Caseload, CalendarFilters> = { ...caseloadDefinition(false), ...common }

const statusWords: RowActionWords<Caseload> = {
  done: ({ isActive }) => (isActive ? caseloadMessages.deactivated : caseloadMessages.activated),
  failed: 'Not changed',
  nameOf,
}

/** Students with their therapists' caseloads (spec 3, section 2). */
export const CaseloadListScreen = () => {
  const { isAdministrator } = useSession()
  const frequencies = useActorRef(useProvided('caseloadFrequencies'))
  const status = useRowAction(useProvided('caseloadStatus'), statusWords)
  const isSwitching = useSelector(status.action, (snapshot) => snapshot.hasTag('busy'))
  const reload = (list: CaseloadList) => list.send({ type: 'list.reload' })
  return (
    <ListScreen
      definition={isAdministrator ? administrators : providers}
      machine={useProvided('caseloads')}
      deletion={useProvided('caseloadDeletion')}
      filters={(list) => <CaseloadFilters list={list} asksTherapist={isAdministrator} />}
      filterActions={(list) => <CaseloadDownload list={list} />}
      columns={() => [
        recordsColumn((subject) => frequencies.send({ type: 'details.open', subject })),
        {
          key: 'status',
          title: 'Status',
          width: '6rem',
          render: (student) => (
            <Switch
              size="sm"
              aria-label={`${nameOf(student)} is active`}
              checked={student.isActive}
              disabled={isSwitching}
              onChange={() => status.begin(student)}
            />
          ),
        },
      ]}
    >
      {(list) => (
        <>
          <FrequenciesDialog dialog={frequencies} withService />
          <RowActionDialogs action={status.action} words={statusWords} onDone={() => reload(list)} />
        </>
      )}
    </ListScreen>
  )
}
