import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { callOf } from '#contract/call.ts'
import { updateProvider } from '#contract/providers.ts'
import {
  ownProviderSchema,
  type ProviderForm,
  profileContentSchema,
  providerContentSchema,
  providerMessages,
} from '#domain/provider-form.ts'
import type { EditedRecord } from '#machines/common/record-page.ts'
import { RecordForm, type RecordFormDefinition } from '#screens/form/record-page.tsx'
import { useSession, useSessionActor } from '#screens/provided.tsx'
import { PersonalSections, readProvider } from './provider-form-screen.tsx'
import type { ProviderMore } from './provider-more.ts'

const profileForm: RecordFormDefinition<ProviderForm, ProviderMore> = {
  noun: 'profile',
  follows: ['providers'],
  read: readProvider,
  edit: callOf(updateProvider, ({ values, ...record }: EditedRecord<ProviderForm>) => ({
    body: { ...profileContentSchema.parse(values), ...record },
  })),
  content: providerContentSchema,
  notKept: ['ssn'],
  schema: () => ownProviderSchema,
  done: { add: providerMessages.updated, edit: providerMessages.updated },
  fields: (fields) => (
    <Stack gap="lg">
      <PersonalSections {...fields} />
    </Stack>
  ),
}

/** A provider's own profile (spec 3, section 2). */
export const ProfileScreen = () => {
  const { providerId } = useSession()
  const session = useSessionActor()
  // Cancel and OK open the form again, with what is stored then.
  const [round, setRound] = useState(0)
  return (
    <Stack gap="md" maw="72rem">
      <Title order={1}>My Profile</Title>
      <RecordForm
        key={round}
        definition={profileForm}
        id={providerId ?? Number.NaN}
        onSaved={(_, saved) =>
          saved && session.send({ type: 'session.rename', userName: `${saved.firstName} ${saved.lastName}` })
        }
        onClosed={() => setRound(round + 1)}
      />
    </Stack>
  )
}
