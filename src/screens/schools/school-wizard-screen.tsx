import { Stack, Tabs, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import type { FormContent } from '#machines/common/record-page.ts'
import { SCHOOL_TABS, schoolWizardMachine, selectTab } from '#machines/master-data/school-wizard.machine.ts'
import { RecordForm, type RecordFormDefinition, useBackTo, useRecordId } from '#screens/form/record-page.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { billingForm } from './billing-form.tsx'
import { profileForm } from './profile-form.tsx'
import { ratesForm } from './rates-form.tsx'

const TITLES = { profile: 'Profile', billing: 'Billing Details', rates: 'Rates' } as const

const tabOfAddress = () => {
  const named = new URLSearchParams(window.location.search).get('tab')
  return SCHOOL_TABS.find((tab) => tab === named) ?? 'profile'
}

interface LaterTabProps<Values extends FormContent, More> {
  readonly wizard: ActorRefFrom<typeof schoolWizardMachine>
  readonly tab: 'billing' | 'rates'
  readonly definition: RecordFormDefinition<Values, More>
}

/** A tab that needs the school's id. Save leads to the next tab; Cancel leaves the wizard. */
const LaterTab = <Values extends FormContent, More>({ wizard, tab, ...form }: LaterTabProps<Values, More>) => {
  const schoolId = useSelector(wizard, ({ context }) => context.schoolId)
  return (
    <Tabs.Panel value={tab}>
      <RecordForm
        {...form}
        id={schoolId ?? 'new'}
        onClosed={(wasSaved) => wizard.send({ type: wasSaved ? `${tab}.saved` : 'wizard.cancel' })}
      />
    </Tabs.Panel>
  )
}

/** A school in three tabs; the last two open once it has an id (spec 3, section 2). */
export const SchoolWizardScreen = () => {
  const id = useRecordId()
  const wizard = useActorRef(schoolWizardMachine, {
    input: { schoolId: id === 'new' ? null : id, tab: tabOfAddress() },
  })
  const tab = useSelector(wizard, selectTab)
  const schoolId = useSelector(wizard, ({ context }) => context.schoolId)
  const [, navigate] = useLocation()
  const goBack = useBackTo('/schools-account')
  const latest = useRef(goBack)
  useEffect(() => {
    latest.current = goBack
  })
  useEffect(() => {
    const { unsubscribe } = wizard.on('wizard.left', () => latest.current())
    return unsubscribe
  }, [wizard])
  // A reload opens the same tab, and does not add the new school again.
  const address =
    schoolId === null ? '/add-school' : `/updateSchool/${schoolId}${tab === 'profile' ? '' : `?tab=${tab}`}`
  useEffect(() => {
    // An address without a valid id stays as it is.
    if (!Number.isNaN(schoolId) && address !== window.location.pathname + window.location.search) {
      navigate(address, { replace: true, state: window.history.state })
    }
  }, [schoolId, address, navigate])

  return (
    <Stack gap="md" maw="64rem">
      <Title order={1}>{id === 'new' ? 'Add School' : 'Manage School'}</Title>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => {
          const found = SCHOOL_TABS.find((name) => name === chosen)
          if (found) wizard.send({ type: 'tab.choose', tab: found })
        }}
      >
        <Tabs.List mb="md">
          {SCHOOL_TABS.map((name) => (
            <Tabs.Tab key={name} value={name} disabled={schoolId === null && name !== 'profile'}>
              {TITLES[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="profile">
          <RecordForm
            definition={profileForm}
            id={schoolId ?? 'new'}
            onSaved={(saved) => saved !== null && wizard.send({ type: 'profile.saved', schoolId: saved })}
            onClosed={() => wizard.send({ type: 'wizard.cancel' })}
          />
        </Tabs.Panel>
        <LaterTab wizard={wizard} tab="billing" definition={billingForm} />
        <LaterTab wizard={wizard} tab="rates" definition={ratesForm} />
      </Tabs>
    </Stack>
  )
}
