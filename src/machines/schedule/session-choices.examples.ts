import { DEFAULT_COLOUR } from '#domain/session-form.ts'
import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import type { SessionRates, sessionChoicesMachine } from './session-choices.machine.ts'

const nothing = { schoolId: null, serviceId: null, rateTypeId: null, colourCode: DEFAULT_COLOUR }
const rates: SessionRates = {
  services: [{ id: 10, name: 'Speech therapy', code: 'ST' }],
  rateTypes: [{ id: 1, name: 'Hourly' }],
  rate: '82.50',
}

export const examples = {
  inputs: {
    'a new session': { chosen: nothing, asksProvider: true, providerId: null },
    'a stored session': {
      chosen: { ...nothing, schoolId: 1, serviceId: 10, rateTypeId: 1 },
      asksProvider: false,
      providerId: null,
    },
  },
  cases: {
    'provider.choose': { 'a provider': { providerId: 7 } },
    'school.choose': { 'a school': { schoolId: 1 }, none: { schoolId: null } },
    'service.choose': { 'a service': { serviceId: 10 } },
    'rateType.choose': { hourly: { rateTypeId: 1 } },
    'colour.choose': { blue: { colourCode: '#74C0FC' } },
    'choices.retry': 'bare',
  },
  outcomes: {
    loadLists: {
      done: {
        loaded: {
          pageLoad: null,
          schools: [{ id: 1, name: 'Ash School', colourCode: '#FFC078' }],
          providers: [],
          colours: [],
        },
        'a provider of another school': {
          pageLoad: null,
          schools: [{ id: 2, name: 'Birch School', colourCode: '#74C0FC' }],
          providers: [],
          colours: [],
        },
      },
      error: commonFailures,
    },
    loadRates: { done: { loaded: rates }, error: commonFailures },
  },
} satisfies Examples<typeof sessionChoicesMachine>
