import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { RatesQuery, SessionRates, sessionChoicesMachine } from './session-choices.machine.ts'

const school: RatesQuery = { schoolId: 1, serviceId: null, rateTypeId: null }
const service: RatesQuery = { ...school, serviceId: 10 }
const rateType: RatesQuery = { ...service, rateTypeId: 1 }
const rates: SessionRates = {
  services: [{ id: 10, name: 'Speech therapy', code: 'ST' }],
  rateTypes: [{ id: 1, name: 'Hourly' }],
  rate: '82.50',
}

export const examples = {
  inputs: {
    'a new session': {
      lists: { asksProvider: true, providerId: null, storedSchoolId: null, storedProviderId: null },
      rates: null,
    },
    'a stored session': {
      lists: { asksProvider: false, providerId: null, storedSchoolId: 1, storedProviderId: 7 },
      rates: rateType,
    },
  },
  cases: {
    'provider.choose': { 'a provider': { providerId: 7 } },
    'place.choose': {
      none: { place: null },
      'a school': { place: school },
      'another school': { place: { ...school, schoolId: 2 } },
      'a service': { place: service },
      'a rate type': { place: rateType },
    },
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
      },
      error: commonFailures,
    },
    loadRates: { done: { loaded: rates }, error: commonFailures },
  },
} satisfies Examples<typeof sessionChoicesMachine>
