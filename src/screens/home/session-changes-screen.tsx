import { notifications } from '@mantine/notifications'
import { useCallback } from 'react'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList } from '#screens/list/use-list.ts'
import { useSession } from '#screens/provided.tsx'
import { useEventDialog } from '#screens/schedule/use-event-details.tsx'
import { IconAction, IconLink } from '#ui/icon-action/icon-action.tsx'
import { IconEye } from '#ui/icons/eye.ts'
import { changeList, ownChangeList } from './open-work-lists.tsx'

/** Providers' changes to sessions that wait, or were decided lately; the details of a session decide or withdraw one. */
export const SessionChangesScreen = () => {
  const definition = useSession().isAdministrator ? changeList : ownChangeList
  const list = useList(definition)
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const details = useEventDialog({
    onChanged: reload,
    onMissing: () => {
      notifications.show({ message: 'This session is no longer on the schedule' })
      reload()
    },
  })
  return (
    <ListView
      definition={definition}
      list={list}
      rowActions={(change) =>
        change.providerChangeId !== null ? (
          <IconLink
            icon={IconEye}
            label={`View ${definition.nameOf(change)}`}
            tooltip="View"
            href={`/provider-changes/${change.providerChangeId}`}
          />
        ) : (
          change.status !== 'Discarded' && (
            <IconAction
              icon={IconEye}
              label={`View ${definition.nameOf(change)}`}
              tooltip="View"
              onClick={() => details.open(change.occurrenceId)}
            />
          )
        )
      }
    >
      {() => details.dialog}
    </ListView>
  )
}
