import { Button, Container, Group, Title } from '@mantine/core'
import { useState } from 'react'
import { useParams, useSearch } from 'wouter'
import { type LocalDate, localDateSchema } from '#domain/time.ts'
import type { StoredSessionQuery } from '#machines/schedule/stored-session.machine.ts'
import { useCameFrom } from '#screens/came-from.ts'
import { idOfAddress } from '#screens/id-of-address.ts'
import { useEventDialog } from '../use-event-details.tsx'
import { StoredSessionForm } from './stored-session-form.tsx'
import { useLeave } from './use-leave.ts'

/**
 * `/:id` is a series, `/:id/:id1` one of its occurrences, and `/:id/:isView` is read-only, shown as of the day of the
 * occurrence that the calendar passed, `?occurrence=5`.
 */
const queryOf = (
  { id, id1, isView }: Readonly<Record<string, string | undefined>>,
  occurrence: number | undefined,
): StoredSessionQuery => {
  if (id1 !== undefined) return { scope: 'occurrence', id: idOfAddress(id1), isEdit: true }
  if (isView === undefined) return { scope: 'series', id: idOfAddress(id), isEdit: true }
  return occurrence === undefined
    ? { scope: 'series', id: idOfAddress(id), isEdit: false }
    : { scope: 'occurrence', id: occurrence, isEdit: false }
}

/** The first day of a series to change, if a calendar passed it: `?from=2026-12-01`. */
const changeFromOf = (search: string): LocalDate | undefined => {
  const date = localDateSchema.safeParse(new URLSearchParams(search).get('from'))
  return date.success ? date.data : undefined
}

/** Actions for the read-only form, which has no buttons. */
const ViewButtons = ({ occurrence }: { readonly occurrence: number | undefined }) => {
  const { leave } = useLeave()
  const details = useEventDialog({ cameFrom: useCameFrom(), onChanged: () => leave(), onMissing: () => leave() })
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => leave()}>
        Back to the schedule
      </Button>
      {occurrence !== undefined && <Button onClick={() => details.open(occurrence)}>Edit or Delete</Button>}
      {details.dialog}
    </Group>
  )
}

/** A stored session in the form, as a page (spec 2, sections 2.1 and 2.6). */
export const StoredSessionScreen = () => {
  const search = useSearch()
  const [occurrence] = useState(() => idOfAddress(new URLSearchParams(search).get('occurrence')))
  const [query] = useState(queryOf(useParams(), occurrence))
  const { leave, leaveSaved } = useLeave()
  return (
    <Container size={780} px={0}>
      <Group justify="space-between" mb="md">
        <Title order={1}>{query.isEdit ? 'Edit Event' : 'View Event'}</Title>
        {!query.isEdit && <ViewButtons occurrence={occurrence} />}
      </Group>
      <StoredSessionForm
        query={query}
        noun="Event"
        changeFromDate={changeFromOf(search)}
        onSaved={leaveSaved}
        onClosed={leave}
      />
    </Container>
  )
}
