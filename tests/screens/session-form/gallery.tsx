import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '#app/page.css'
import { Button, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { fromPromise } from 'xstate'
import type { z } from 'zod'
import { cssVariables, theme } from '#app/theme.ts'
import { ApiError } from '#contract/failures.ts'
import type { CaseloadEntry } from '#contract/lookups.ts'
import type { SessionPreview } from '#contract/session-preview.ts'
import { US_DOLLARS } from '#domain/money-format.ts'
import type { RoleName } from '#domain/roles.ts'
import { emptySessionForm } from '#domain/session-form.ts'
import { createDraftMachine } from '#machines/common/draft.machine.ts'
import { type CaseloadQuery, caseloadAreaMachine } from '#machines/schedule/caseload-area.machine.ts'
import { samplePreview } from '#machines/schedule/sample-sessions.ts'
import {
  type ListsQuery,
  type RatesQuery,
  type SessionLists,
  type SessionRates,
  sessionChoicesMachine,
} from '#machines/schedule/session-choices.machine.ts'
import { type SessionFormPurpose, sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import {
  type SaveSessionInput,
  type SessionOutcome,
  sessionSavingMachine,
} from '#machines/schedule/session-saving.machine.ts'
import { type PageApi, PageApiContext, ProvisionsContext, SignedInUserContext } from '#screens/provided.tsx'
import { SavedDialog } from '#screens/saved-dialog.tsx'
import { SessionForm } from '#screens/schedule/session-form/session-form.tsx'
import { AddSessionPanel } from '#screens/schedule/session-form/session-form-panel.tsx'
import { SessionFormScreen } from '#screens/schedule/session-form/session-form-screen.tsx'
import { useSessionForm } from '#screens/schedule/session-form/use-session-form.ts'
import { draftActors } from '#services/drafts/draft-actors.ts'
import { localDrafts } from '#services/drafts/local-drafts.ts'

/**
 * The form with a small district instead of the API. The address sets the user's role (`role`), what to show (`show`:
 * panel, page, or a purpose), how many more students there are (`more`), what fails to load at first (`fails`: lists,
 * rates, caseload), and the outcome of saving (`save`: ok, refused, fails). The request is in `data-sent`.
 */
const query = new URLSearchParams(location.search)
const role = (query.get('role') ?? 'Administrators') as RoleName
const show = query.get('show') ?? 'panel'
const save = query.get('save') ?? 'ok'

const failing = new Set(query.get('fails')?.split(','))
/** Fails once if the address says so. */
const load = <Loaded,>(what: string, loaded: Loaded): Promise<Loaded> =>
  failing.delete(what) ? Promise.reject(new ApiError(503, `The ${what} could not be read.`)) : Promise.resolve(loaded)

const names = [
  'Ana Ruiz',
  'Björn Åkesson',
  'Chidi Okonkwo',
  'Wolfeschlegelsteinhausenbergerdorff Hubert Blaine Maximilian-Alexander',
  'Nguyễn Thị Minh Khai',
  'Zoë van der Meer-Castellanos',
  '山田 太郎',
  'Léa Dubois',
]
const more = Array.from({ length: Number(query.get('more') ?? 0) }, (_, index) => `Student ${index + 1} of Many`)
const caseload = (schoolId: number): CaseloadEntry[] =>
  [...names, ...more].map((studentName, index) => ({
    id: schoolId * 100 + index + 1,
    studentId: schoolId * 100 + index + 1,
    studentName,
    description: index % 2 ? 'Occupational Therapy, 1 × 45 minutes a week, Group' : 'Speech, 2 × 30 minutes a week',
  }))

const lists: SessionLists = {
  pageLoad: null,
  schools: [
    { id: 1, name: 'Ash Elementary School', colourCode: '#FFC078' },
    { id: 2, name: 'Birch Middle School', colourCode: '#74C0FC' },
    {
      id: 3,
      name: 'The Very Reverend Bartholomew Featherstonehaugh Memorial Consolidated Elementary School of the Upper Valley',
      colourCode: '#B197FC',
    },
  ],
  providers: [
    { id: 3, providerName: 'Maria Fernanda Gutiérrez' },
    { id: 4, providerName: 'Tom Ek' },
  ],
  colours: [
    { id: 1, name: 'Light green', code: '#90EE90' },
    { id: 2, name: 'Sky', code: '#74C0FC' },
  ],
}

const ratesOf = ({ serviceId, rateTypeId }: RatesQuery): SessionRates => ({
  services: [
    { id: 10, name: 'Speech Therapy', code: 'SP' },
    { id: 11, name: 'Occupational Therapy', code: 'OT' },
  ],
  rateTypes: serviceId
    ? [
        { id: 1, name: 'Hourly' },
        { id: 2, name: 'Per session' },
      ]
    : [],
  rate: serviceId && rateTypeId ? '82.50' : null,
})

const sessionForm = sessionFormMachine.provide({
  actors: {
    choices: sessionChoicesMachine.provide({
      actors: {
        // Tom Ek works only at Birch.
        loadLists: fromPromise<SessionLists, ListsQuery>(({ input: { providerId } }) =>
          load('lists', { ...lists, schools: lists.schools.filter(({ id }) => providerId !== 4 || id === 2) }),
        ),
        loadRates: fromPromise<SessionRates, RatesQuery>(({ input }) => load('rates', ratesOf(input))),
      },
    }),
    caseloadArea: caseloadAreaMachine.provide({
      actors: {
        loadCaseload: fromPromise<readonly CaseloadEntry[], CaseloadQuery>(({ input }) =>
          load('caseload', caseload(input.schoolId)),
        ),
      },
    }),
    saving: sessionSavingMachine.provide({
      actors: {
        previewSession: fromPromise<SessionPreview, SaveSessionInput>(async () => samplePreview()),
        saveSession: fromPromise<SessionOutcome, SaveSessionInput>(async ({ input }) => {
          document.body.dataset.sent = JSON.stringify(input.form)
          if (save === 'fails') throw new ApiError(409, 'The week of 11/22/2026 is approved.')
          if (save === 'refused') {
            throw new ApiError(400, 'Refused', [{ path: 'serviceId', message: 'Service Is Required' }])
          }
          return { id: 7, occurrences: 16 }
        }),
      },
    }),
  },
})

const drafts = localDrafts({ storage: () => localStorage, now: () => Date.now(), isSignedIn: () => true })
const noServer = () => Promise.reject(new Error('There is no server behind this page'))

const pageApi: PageApi = {
  client: { call: noServer, download: noServer, stream: noServer },
  rememberPages: () => noServer,
  saveFile: () => undefined,
  createPasskey: noServer,
  hasDraft: drafts.has,
  draftMachine: <Content,>(content: z.ZodType<Content>) =>
    createDraftMachine<Content>().provide({ actors: draftActors(drafts, content, () => () => {}) }),
}

const place = { date: '2026-11-24', startTime: '09:00', endTime: '09:45' }

const Panel = () => {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <main>
      <h1>Calendar</h1>
      <Button onClick={() => setIsOpen(true)}>+ Add Session</Button>
      {isOpen && <AddSessionPanel place={place} onSaved={() => setIsOpen(false)} onClose={() => setIsOpen(false)} />}
    </main>
  )
}

/** A stored series, opened for a purpose. */
const Stored = ({ purpose }: { readonly purpose: SessionFormPurpose }) => {
  const [input] = useState(() => {
    const empty = emptySessionForm(place)
    return {
      purpose,
      user: { id: 1, role, providerId: null },
      noun: 'Event' as const,
      sessionId: 5,
      isEventStarted: query.has('started'),
      initial: {
        ...empty,
        eventName: 'Speech group',
        providerId: 3,
        schoolId: 1,
        serviceId: 10,
        rateTypeId: 1,
        colourCode: '#FFC078',
        caseloadIds: [101, 102],
        recurrence: {
          ...empty.recurrence,
          type: 'weekly' as const,
          weekly: { option: 'everyNWeeks' as const, everyNWeeks: 1, weeks: [], days: [2 as const, 4 as const] },
        },
        endDate: '2027-01-14',
      },
    }
  })
  const view = useSessionForm(input, { onSaved: () => {}, onClosed: () => {} })
  return (
    <main style={{ maxWidth: 780, padding: 16 }}>
      <h1>Edit Event</h1>
      <SessionForm view={view} />
    </main>
  )
}

const Shown = () => {
  if (show === 'panel') return <Panel />
  if (show === 'page') {
    return (
      <main style={{ padding: 16 }}>
        <SessionFormScreen />
      </main>
    )
  }
  return <Stored purpose={show as SessionFormPurpose} />
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with ID root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <SignedInUserContext
        value={{
          userId: 1,
          userName: 'Sam Doe',
          roleName: role,
          isAdministrator: role === 'Administrators',
          providerId: role === 'Administrators' ? null : 3,
          timeZone: 'America/New_York',
          money: US_DOLLARS,
          mustAddFactor: false,
        }}
      >
        <PageApiContext value={pageApi}>
          <SavedDialog>
            <ProvisionsContext value={new Map([[sessionFormMachine, sessionForm]])}>
              <Shown />
              <Notifications position="top-right" />
            </ProvisionsContext>
          </SavedDialog>
        </PageApiContext>
      </SignedInUserContext>
    </MantineProvider>
  </StrictMode>,
)
