/** Descriptions of a session's clashes. */
import type { Clash } from '#contract/clashes.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'
import { counted } from '#domain/words.ts'

const NAMES_SHOWN = 3

/** 'Ana Núñez', 'Ana Núñez and Bo Li', 'Ana Núñez, Bo Li, Chi Okafor and 27 more'. */
const inWords = (names: readonly string[]): string => {
  const rest = names.length - NAMES_SHOWN
  const shown = rest > 1 ? [...names.slice(0, NAMES_SHOWN), `${rest} more`] : names
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

const leftInWords = ({ studentName, status, schoolName }: Extract<Clash, { kind: 'studentLeft' }>): string => {
  switch (status) {
    case 'elsewhere':
      return `${studentName} is now at ${schoolName}`
    case 'inactive':
      return `${studentName} is inactive`
    case 'deleted':
      return `${studentName} was deleted`
  }
}

const ifApproved = ({ isWaiting }: { isWaiting?: true | undefined }) =>
  isWaiting ? ', if a waiting change is approved' : ''

/** A standalone sentence without a period. */
export const clashInWords = (clash: Clash): string => {
  switch (clash.kind) {
    case 'providerSession': {
      const { providerName, title, schoolName, startTime, endTime, studentNames } = clash
      const students = studentNames.length > 0 ? `, also with ${inWords(studentNames)}` : ''
      return `${providerName} has ${title} at ${schoolName}, ${formatTimeRange(startTime, endTime)}${students}${ifApproved(clash)}`
    }
    case 'studentSession': {
      const { studentNames, title, providerName, startTime, endTime } = clash
      const verb = studentNames.length === 1 ? 'has' : 'have'
      const what = `${title ?? 'a session'} with ${providerName ?? 'another provider'}`
      return `${inWords(studentNames)} ${verb} ${what}, ${formatTimeRange(startTime, endTime)}${ifApproved(clash)}`
    }
    case 'timeOff':
      return `Accepted time off, ${formatTimeRange(clash.startTime, clash.endTime)}`
    case 'afterSchoolYear':
      return `The school year ends on ${formatDate(clash.schoolYearEndsOn)}`
    case 'document': {
      const { documentType, expiryDate, sessions } = clash
      const what =
        expiryDate === null
          ? `Required document missing: ${documentType}`
          : `Required document expired by then: ${documentType}, valid until ${formatDate(expiryDate)}`
      return sessions === 1 ? what : `${what} (this and ${counted(sessions - 1, 'later session')})`
    }
    case 'inactiveSchool':
      return `${clash.schoolName} is inactive`
    case 'studentLeft':
      return leftInWords(clash)
  }
}
