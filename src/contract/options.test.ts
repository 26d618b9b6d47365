import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const LOOKUPS =
  /(client\.call|callOf)\(\s*(getAllProviders|getAllSchools|getAllTrackingLabels|getProvidersSchoolsStudents|getServiceTypes|getStudentsBySchool)/

/** Who offers only what is current; everything else uses src/contract/options.ts. */
const CURRENT = {
  'src/contract/options.ts': 'asks for everyone',
  'src/screens/caseloads/caseload-form-screen.tsx': 'a form',
  'src/screens/providers/provider-form-screen.tsx': 'a form',
  'src/services/schedule/calendar-actors.ts': 'asks for everyone',
  'src/services/schedule/session-form-actors.ts': 'a form',
}

test('only forms look up people and places without those of the past', () => {
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && LOOKUPS.test(readFileSync(path, 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(CURRENT).toSorted())
})
