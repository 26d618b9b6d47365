/**
 * What the session form chooses from, and the choices that decide what else may be chosen: a provider works at some
 * schools, a school brings its services and its colour, a service its rate types, a rate type its rate (spec 1, sections 4
 * and 7). An answer for a choice that was made anew meanwhile is dropped.
 */
import { assign, raise, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { ProviderOption, RateType, SchoolOption, ServiceOption } from '#contract/lookups.ts'
import type { PageLoadLists } from '#contract/session-form.ts'
import type { SessionFormValues } from '#domain/session-form.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

export interface ColourOption {
  id: number
  name: string
  code: string
}

/** What is loaded when the form opens, and anew for a provider. */
export interface SessionLists {
  pageLoad: PageLoadLists | null
  schools: readonly SchoolOption[]
  providers: readonly ProviderOption[]
  colours: readonly ColourOption[]
}

export interface SessionRates {
  services: readonly ServiceOption[]
  rateTypes: readonly RateType[]
  /** Dollars as text; null until school, service and rate type are chosen, and for providers. */
  rate: string | null
}

export type Chosen = Pick<SessionFormValues, 'schoolId' | 'serviceId' | 'rateTypeId' | 'colourCode'>

export interface RatesQuery {
  schoolId: number
  serviceId: number | null
  rateTypeId: number | null
}

export interface ListsQuery {
  asksProvider: boolean
  /** Whose schools to offer; null for all that the user may see. */
  providerId: number | null
}

export interface SessionChoicesInput extends ListsQuery {
  chosen: Chosen
}

interface SessionChoicesContext extends SessionLists, SessionRates, SessionChoicesInput {
  /** Why the last load failed, in the server's words. */
  message: string | undefined
}

export type SessionChoicesEvent =
  | { type: 'provider.choose'; providerId: number | null }
  | { type: 'school.choose'; schoolId: number | null }
  | { type: 'service.choose'; serviceId: number | null }
  | { type: 'rateType.choose'; rateTypeId: number | null }
  | { type: 'colour.choose'; colourCode: string }
  | { type: 'choices.retry' }

const noRates: SessionRates = { services: [], rateTypes: [], rate: null }

export const sessionChoicesMachine = setup({
  types: {
    context: {} as SessionChoicesContext,
    events: {} as SessionChoicesEvent,
    input: {} as SessionChoicesInput,
    tags: {} as Tag,
  },
  actors: {
    loadLists: notProvided<SessionLists, ListsQuery>('loadLists'),
    loadRates: notProvided<SessionRates, RatesQuery>('loadRates'),
  },
  guards: {
    hasSchool: ({ context }) => context.chosen.schoolId !== null,
    /** The chosen school is none of the provider's. */
    lacksSchool: ({ context: { chosen } }, { schools }: SessionLists) =>
      chosen.schoolId !== null && schools.every(({ id }) => id !== chosen.schoolId),
    isNoSchool: ({ event }) => event.type === 'school.choose' && event.schoolId === null,
  },
  actions: {
    chooseProvider: assign(({ context, event }) => ({
      providerId: event.type === 'provider.choose' ? event.providerId : context.providerId,
    })),
    leaveSchool: raise({ type: 'school.choose', schoolId: null }),
    chooseSchool: assign(({ context, event }) => {
      if (event.type !== 'school.choose') return {}
      const { schoolId } = event
      const colour = context.schools.find((school) => school.id === schoolId)?.colourCode
      return {
        ...noRates,
        chosen: { schoolId, serviceId: null, rateTypeId: null, colourCode: colour ?? context.chosen.colourCode },
      }
    }),
    chooseService: assign(({ context, event }) =>
      event.type === 'service.choose'
        ? { rateTypes: [], rate: null, chosen: { ...context.chosen, serviceId: event.serviceId, rateTypeId: null } }
        : {},
    ),
    chooseRateType: assign(({ context, event }) =>
      event.type === 'rateType.choose'
        ? { rate: null, chosen: { ...context.chosen, rateTypeId: event.rateTypeId } }
        : {},
    ),
    chooseColour: assign(({ context, event }) =>
      event.type === 'colour.choose' ? { chosen: { ...context.chosen, colourCode: event.colourCode } } : {},
    ),
    takeLists: assign((_, lists: SessionLists) => lists),
    takeRates: assign((_, rates: SessionRates) => rates),
    takeFailure: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
    forgetFailure: assign({ message: undefined }),
  },
}).createMachine({
  id: 'sessionChoices',
  description: 'The lists of the session form and the choices that narrow them',
  context: ({ input }) => ({
    pageLoad: null,
    schools: [],
    providers: [],
    colours: [],
    ...noRates,
    ...input,
    message: undefined,
  }),
  type: 'parallel',
  on: { 'colour.choose': { actions: 'chooseColour' } },
  states: {
    lists: {
      description: 'Schools, providers, colours, weeks and times',
      initial: 'loading',
      on: { 'provider.choose': { target: '.loading', actions: 'chooseProvider' } },
      states: {
        loading: {
          description: 'The lists are on their way',
          tags: 'busy',
          invoke: {
            id: 'loadLists',
            src: 'loadLists',
            input: ({ context: { asksProvider, providerId } }) => ({ asksProvider, providerId }),
            onDone: [
              {
                guard: { type: 'lacksSchool', params: ({ event }) => event.output },
                target: 'ready',
                actions: [{ type: 'takeLists', params: ({ event }) => event.output }, 'leaveSchool'],
              },
              { target: 'ready', actions: { type: 'takeLists', params: ({ event }) => event.output } },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'takeFailure', params: ({ event }) => event },
            },
          },
        },
        ready: { description: 'The lists can be chosen from' },
        failed: {
          description: 'The lists could not be loaded: the form says so and offers to try again',
          tags: 'failed',
          on: { 'choices.retry': { target: 'loading', actions: 'forgetFailure' } },
        },
      },
    },
    rates: {
      description: "The chosen school's services, their rate types and the rate",
      initial: 'opening',
      on: {
        'school.choose': [
          { guard: 'isNoSchool', target: '.noSchool', actions: 'chooseSchool' },
          { target: '.loading', actions: 'chooseSchool' },
        ],
        'service.choose': { guard: 'hasSchool', target: '.loading', actions: 'chooseService' },
        'rateType.choose': { guard: 'hasSchool', target: '.loading', actions: 'chooseRateType' },
      },
      states: {
        opening: {
          description: 'A stored session brings its school along, a new one has none',
          always: [{ guard: 'hasSchool', target: 'loading' }, { target: 'noSchool' }],
        },
        noSchool: { description: 'Services are offered once a school is chosen' },
        loading: {
          description: "The school's services, rate types and rate are on their way",
          tags: 'busy',
          invoke: {
            id: 'loadRates',
            src: 'loadRates',
            input: ({ context: { chosen } }) => ({
              schoolId: chosen.schoolId ?? 0,
              serviceId: chosen.serviceId,
              rateTypeId: chosen.rateTypeId,
            }),
            onDone: {
              target: 'ready',
              actions: { type: 'takeRates', params: ({ event }) => event.output },
            },
            onError: {
              target: 'failed',
              actions: { type: 'takeFailure', params: ({ event }) => event },
            },
          },
        },
        ready: { description: 'A service and a rate type can be chosen' },
        failed: {
          description: "The school's services could not be loaded",
          tags: 'failed',
          on: { 'choices.retry': { target: 'loading', actions: 'forgetFailure' } },
        },
      },
    },
  },
})

export type SessionChoicesSnapshot = SnapshotFrom<typeof sessionChoicesMachine>
