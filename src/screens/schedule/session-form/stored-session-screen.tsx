import { Container, Title } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod'
import { type LocalDate, localDateSchema } from '#domain/time.ts'
import type { StoredSessionQuery } from '#machines/schedule/stored-session.machine.ts'
import { useSession } from '#screens/provided.tsx'
import { StoredSessionForm } from './stored-session-form.tsx'

/** What a calendar leaves in the history: its own address. */
const cameFromSchema = z.object({ cameFrom: z.string().startsWith('/') })

/** An address may hold anything. */
const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** `/:id` is a series, `/:id/:id1` one occurrence of it, `/:id/:isView` is looked at. */
const queryOf = ({ id, id1, isView }: Readonly<Record<string, string | undefined>>): StoredSessionQuery =>
  id1 === undefined
    ? { scope: 'series', id: idOf(id), isEdit: isView === undefined }
    : { scope: 'occurrence', id: idOf(id1), isEdit: true }

/** The day from which a series is changed, where a calendar passed it on: `?from=2026-12-01`. */
const changeFromOf = (search: string): LocalDate | undefined => {
  const date = localDateSchema.safeParse(new URLSearchParams(search).get('from'))
  return date.success ? date.data : undefined
}

/** Back to where the session was opened from, as it was left; to the schedule where the address was entered by hand. */
const useLeave = () => {
  const { isAdministrator } = useSession()
  const [, navigate] = useLocation()
  const cameFrom = cameFromSchema.safeParse(useHistoryState<unknown>()).data?.cameFrom
  const schedule = isAdministrator ? '/schedule-event-viewer' : '/schedule-provider-event-viewer'
  return (date?: LocalDate) => navigate(cameFrom ?? (date ? `${schedule}?date=${date}` : schedule))
}

/** A stored session in the form, on a page of its own (spec 2, sections 2.1 and 2.6). */
export const StoredSessionScreen = () => {
  const [query] = useState(queryOf(useParams()))
  const changeFromDate = changeFromOf(useSearch())
  const leave = useLeave()
  return (
    <Container size={780} px={0}>
      <Title order={1} mb="md">
        {query.isEdit ? 'Edit Event' : 'View Event'}
      </Title>
      <StoredSessionForm query={query} noun="Event" changeFromDate={changeFromDate} onSaved={leave} onClosed={leave} />
    </Container>
  )
}
