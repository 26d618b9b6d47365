import { Container, Title } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import { DAY_ENDS, DAY_STARTS, localDateSchema, localOf, parseTime } from '#domain/time.ts'
import { useSession } from '#screens/provided.tsx'
import { NewSessionForm } from './new-session-form.tsx'
import type { NewSessionPlace } from './use-new-session.ts'

/** A time of the address; one outside of the day that sessions may have is left out. */
const timeOf = (text: string | null) => {
  const time = text === null ? undefined : parseTime(text)
  return time !== undefined && time >= DAY_STARTS && time <= DAY_ENDS ? time : undefined
}

/** What a calendar passed on: `?date=2026-11-24&start=09:00&end=09:45`. */
const placeOf = (search: string, today: string): NewSessionPlace => {
  const query = new URLSearchParams(search)
  const date = localDateSchema.safeParse(query.get('date'))
  const startTime = timeOf(query.get('start'))
  const endTime = timeOf(query.get('end'))
  return {
    date: date.success ? date.data : today,
    startTime,
    endTime: startTime && endTime && endTime > startTime ? endTime : undefined,
  }
}

/** '/create-schedule' and '/create-schedule-provider': the form on a page of its own (spec 2, section 2.6). */
export const SessionFormScreen = () => {
  const { timeZone, isAdministrator } = useSession()
  const [, navigate] = useLocation()
  const place = placeOf(useSearch(), localOf(Date.now(), timeZone).date)
  const leave = () => navigate(isAdministrator ? '/schedule-event-viewer' : '/schedule-provider-event-viewer')
  return (
    <Container size={780} px={0}>
      <Title order={1} mb="md">
        Add Event
      </Title>
      <NewSessionForm place={place} noun="Event" onSaved={leave} onClosed={leave} />
    </Container>
  )
}
