import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { RecordForm } from '#screens/form/record-page.tsx'
import { useSessionActor } from '#screens/provided.tsx'
import { LogoSection } from './logo-section.tsx'
import { settingsForm } from './settings-form.tsx'
import { SettingsPages } from './settings-pages.tsx'

/** There is one organization. */
const ORGANIZATION_ID = 1

/** The organization's settings. */
export const SettingsScreen = () => {
  // Cancel and OK open the form again, with what is stored then.
  const [round, setRound] = useState(0)
  const session = useSessionActor()
  return (
    <Stack gap="md" maw="42rem">
      <Title order={1}>Organization Settings</Title>
      <SettingsPages />
      <RecordForm
        key={round}
        definition={settingsForm}
        id={ORGANIZATION_ID}
        onSaved={(_, saved) =>
          saved && session.send({ type: 'session.reformat', money: { currency: saved.currency, locale: saved.locale } })
        }
        onClosed={() => setRound((last) => last + 1)}
      />
      <LogoSection />
    </Stack>
  )
}
