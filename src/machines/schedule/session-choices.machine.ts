/**
 * Loads the session form's options: a provider's lists (schools, providers, colors), and for a place (school, service,
 * rate type) the services, rate types, and rate (spec 1, sections 4 and 7). The form owns the choices and says what to
 * load; responses to outdated requests are dropped.
 */
import { assertEvent, assign, emit, setup } from 'xstate'
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

/** Loaded when the form opens, and again for another provider. */
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

export interface RatesQuery {
  schoolId: number
  serviceId: number | null
  rateTypeId: number | null
}

/** The place whose rates the form needs. */
export const placeOf = ({
  schoolId,
  serviceId,
  rateTypeId,
}: Pick<SessionFormValues, 'schoolId' | 'serviceId' | 'rateTypeId'>): RatesQuery | null =>
  schoolId === null ? null : { schoolId, serviceId, rateTypeId }

export interface ListsQuery {
  asksProvider: boolean
  /** The provider whose schools to offer; null for all that the user may see. */
  providerId: number | null
  /** Where the stored session is, which is offered even if it is inactive; null for a new session. */
  storedSchoolId: number | null
  /** Whose session the stored one is: offered even if they have left; null for a new session. */
  storedProviderId: number | null
}

export interface SessionChoicesInput {
  lists: ListsQuery
  rates: RatesQuery | null
}

interface SessionChoicesContext extends SessionLists, SessionRates {
  /** The current or last query of the lists. */
  listsQuery: ListsQuery
  /** The current or last query of the rates; null without a school. */
  ratesQuery: RatesQuery | null
  /** The server's message for the last failed load. */
  message: string | undefined
}

export type SessionChoicesEvent =
  | { type: 'provider.choose'; providerId: number | null }
  /** A school, a service there or one of its rate types; null for no school. */
  | { type: 'place.choose'; place: RatesQuery | null }
  | { type: 'choices.retry' }

/** The form's school may not be among them. */
export interface SessionChoicesEmitted {
  type: 'schools.loaded'
  schools: readonly SchoolOption[]
}

const noRates: SessionRates = { services: [], rateTypes: [], rate: null }

/** What remains valid for another place until its own rates load. */
const ratesKept = (from: RatesQuery | null, to: RatesQuery | null): Partial<SessionRates> => {
  if (from?.schoolId !== to?.schoolId) return noRates
  return from?.serviceId === to?.serviceId ? { rate: null } : { rateTypes: [], rate: null }
}

export const sessionChoicesMachine = setup({
  types: {
    context: {} as SessionChoicesContext,
    events: {} as SessionChoicesEvent,
    emitted: {} as SessionChoicesEmitted,
    input: {} as SessionChoicesInput,
    tags: {} as Tag,
  },
  actors: {
    loadLists: notProvided<SessionLists, ListsQuery>('loadLists'),
    loadRates: notProvided<SessionRates, RatesQuery>('loadRates'),
  },
  guards: {
    hasPlace: ({ context }) => context.ratesQuery !== null,
    isNoPlace: (_, place: RatesQuery | null) => place === null,
  },
  actions: {
    keepProvider: assign(({ context, event }) => {
      assertEvent(event, 'provider.choose')
      return { listsQuery: { ...context.listsQuery, providerId: event.providerId } }
    }),
    keepPlace: assign(({ context, event }) => {
      assertEvent(event, 'place.choose')
      return { ratesQuery: event.place, ...ratesKept(context.ratesQuery, event.place) }
    }),
    takeLists: assign((_, lists: SessionLists) => lists),
    announceSchools: emit((_, { schools }: SessionLists) => ({ type: 'schools.loaded' as const, schools })),
    takeRates: assign((_, rates: SessionRates) => rates),
    takeFailure: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
    forgetFailure: assign({ message: undefined }),
  },
}).createMachine({
  id: 'sessionChoices',
  description: "The session form's options",
  context: ({ input }) => ({
    pageLoad: null,
    schools: [],
    providers: [],
    colours: [],
    ...noRates,
    listsQuery: input.lists,
    ratesQuery: input.rates,
    message: undefined,
  }),
  type: 'parallel',
  states: {
    lists: {
      description: 'Schools, providers, colors, weeks, and times',
      initial: 'loading',
      on: { 'provider.choose': { target: '.loading', actions: 'keepProvider' } },
      states: {
        loading: {
          description: 'The lists are loading',
          tags: 'busy',
          invoke: {
            id: 'loadLists',
            src: 'loadLists',
            input: ({ context }) => context.listsQuery,
            onDone: {
              target: 'ready',
              actions: [
                { type: 'takeLists', params: ({ event }) => event.output },
                { type: 'announceSchools', params: ({ event }) => event.output },
              ],
            },
            onError: {
              target: 'failed',
              actions: { type: 'takeFailure', params: ({ event }) => event },
            },
          },
        },
        ready: { description: 'The lists have loaded' },
        failed: {
          description: 'The lists could not be loaded; the form offers to try again',
          tags: 'failed',
          on: { 'choices.retry': { target: 'loading', actions: 'forgetFailure' } },
        },
      },
    },
    rates: {
      description: "The chosen school's services, rate types, and rate",
      initial: 'opening',
      on: {
        'place.choose': [
          {
            guard: { type: 'isNoPlace', params: ({ event }) => event.place },
            target: '.noSchool',
            actions: 'keepPlace',
          },
          { target: '.loading', actions: 'keepPlace' },
        ],
      },
      states: {
        opening: {
          description: 'A stored session has a school, a new one may not',
          always: [{ guard: 'hasPlace', target: 'loading' }, { target: 'noSchool' }],
        },
        noSchool: { description: 'No services until a school is chosen' },
        loading: {
          description: "The school's services, rate types, and rate are loading",
          tags: 'busy',
          invoke: {
            id: 'loadRates',
            src: 'loadRates',
            input: ({ context: { ratesQuery } }) => {
              if (ratesQuery === null) throw new Error('No school was chosen')
              return ratesQuery
            },
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
