/**
 * Loads what the session form chooses from: the lists of a provider (schools, providers, colors), and of a place (school,
 * service, rate type) what may be chosen there and what it costs (spec 1, sections 4 and 7). What was chosen is the
 * form's: it says for what to load, and an answer to an earlier request is dropped.
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

/** What the form's values ask the rates of. */
export const placeOf = ({
  schoolId,
  serviceId,
  rateTypeId,
}: Pick<SessionFormValues, 'schoolId' | 'serviceId' | 'rateTypeId'>): RatesQuery | null =>
  schoolId === null ? null : { schoolId, serviceId, rateTypeId }

export interface ListsQuery {
  asksProvider: boolean
  /** Whose schools to offer; null for all that the user may see. */
  providerId: number | null
}

export interface SessionChoicesInput {
  lists: ListsQuery
  rates: RatesQuery | null
}

interface SessionChoicesContext extends SessionLists, SessionRates {
  /** What the lists are loaded for, or were. */
  listsQuery: ListsQuery
  /** What the rates are loaded for, or were; null without a school. */
  ratesQuery: RatesQuery | null
  /** Why the last load failed, in the server's words. */
  message: string | undefined
}

export type SessionChoicesEvent =
  | { type: 'provider.choose'; providerId: number | null }
  /** A school, a service there or one of its rate types; null for no school. */
  | { type: 'place.choose'; place: RatesQuery | null }
  | { type: 'choices.retry' }

/** The form may have a school that is not among them. */
export interface SessionChoicesEmitted {
  type: 'schools.loaded'
  schools: readonly SchoolOption[]
}

const noRates: SessionRates = { services: [], rateTypes: [], rate: null }

/** What is still true of another place, until its own is loaded. */
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
  description: 'What the session form chooses from, on its way',
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
      description: 'Schools, providers, colours, weeks and times',
      initial: 'loading',
      on: { 'provider.choose': { target: '.loading', actions: 'keepProvider' } },
      states: {
        loading: {
          description: 'The lists are on their way',
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
          description: 'A stored session brings its school along, a new one has none',
          always: [{ guard: 'hasPlace', target: 'loading' }, { target: 'noSchool' }],
        },
        noSchool: { description: 'Services are offered once a school is chosen' },
        loading: {
          description: "The school's services, rate types and rate are on their way",
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
