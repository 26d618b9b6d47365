/** What a session would clash with, in words. */
import type { Clash } from '#contract/session-preview.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'

/** 'Ana Núñez', 'Ana Núñez and Bo Li', 'Ana Núñez, Bo Li and Chi Okafor'. */
const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** A sentence of its own, without a full stop. */
export const clashInWords = (clash: Clash): string => {
  switch (clash.kind) {
    case 'providerSession': {
      const { providerName, title, schoolName, startTime, endTime, studentNames } = clash
      const students = studentNames.length > 0 ? `, also with ${inWords(studentNames)}` : ''
      return `${providerName} has ${title} at ${schoolName}, ${formatTimeRange(startTime, endTime)}${students}`
    }
    case 'studentSession': {
      const { studentNames, title, providerName, startTime, endTime } = clash
      const verb = studentNames.length === 1 ? 'has' : 'have'
      const what = `${title ?? 'a session'} with ${providerName ?? 'another provider'}`
      return `${inWords(studentNames)} ${verb} ${what}, ${formatTimeRange(startTime, endTime)}`
    }
    case 'timeOff':
      return `Accepted time off, ${formatTimeRange(clash.startTime, clash.endTime)}`
    case 'afterSchoolYear':
      return `The school year ends on ${formatDate(clash.schoolYearEndsOn)}`
  }
}
