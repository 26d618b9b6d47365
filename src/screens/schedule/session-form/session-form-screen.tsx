import { Container, Title } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import { localOf } from '#domain/time.ts'
import { useSession } from '#screens/provided.tsx'
import { NewSessionForm } from './new-session-form.tsx'
import { placeOfAddress } from './place-of-address.ts'

/** '/create-schedule' and '/create-schedule-provider': the form as a page (spec 2, section 2.6). */
export const SessionFormScreen = () => {
  const { timeZone, isAdministrator } = useSession()
  const [, navigate] = useLocation()
  const place = placeOfAddress(useSearch(), localOf(Date.now(), timeZone).date)
  const schedule = isAdministrator ? '/schedule-event-viewer' : '/schedule-provider-event-viewer'
  return (
    <Container size={780} px={0}>
      <Title order={1} mb="md">
        Add Event
      </Title>
      <NewSessionForm
        place={place}
        noun="Event"
        onSaved={(date) => navigate(`${schedule}?date=${date}`)}
        onClosed={() => navigate(schedule)}
      />
    </Container>
  )
}
