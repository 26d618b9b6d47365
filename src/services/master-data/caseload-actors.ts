/** Students' caseloads, over the API. */
import {
  addStudentCaseload,
  type Caseload,
  type CaseloadFrequency,
  changeCaseloadStatus,
  deleteCaseload,
  downloadCaseloads,
  editCaseload,
  getAllSessionTypes,
  getCaseload,
  getCaseloads,
  getDurations,
  getEventFrequencies,
  getServiceFrequencies,
  getServiceTypes,
} from '#contract/caseloads.ts'
import { getAllSchools, getProvidersSchoolsStudents } from '#contract/lookups.ts'
import { BLANK_CASELOAD, type CaseloadForm } from '#domain/caseload-form.ts'
import type { CaseloadChoices, CaseloadFilters, Choice } from '#machines/master-data/caseload-choices.ts'
import { downloadActors } from '../download-actors.ts'
import { fromCall } from '../from-call.ts'
import type { HttpClient } from '../http-client.ts'
import { blankRecord, listActors, recordActors } from '../page-actors.ts'
import { idText } from '../schedule/calendar-actors.ts'

const queryOf = ({ search, providerId, schoolId, studentId }: CaseloadFilters) => ({
  studentName: search.trim() || undefined,
  therapistIds: idText(providerId),
  schoolIds: idText(schoolId),
  studentIds: idText(studentId),
})

/** @param more what else narrows the list: a provider's shows students who are active alone */
export const caseloadListActors = (client: HttpClient, more: { showIsActive?: string } = {}) =>
  listActors<Caseload, CaseloadFilters>(async (filters, paging, signal) => {
    const query = { ...queryOf(filters), ...paging, ...more, sortBy: 1, sort: filters.sort || undefined }
    const { allCaseloads, totalRecords } = await client.call(getCaseloads, { query }, { signal })
    return { rows: allCaseloads, total: totalRecords }
  })

export const caseloadFrequenciesActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: readonly CaseloadFrequency[] }, { subject: Caseload }>(
    async ({ subject: { id } }, signal) => ({
      data: (await client.call(getCaseload, { params: { id } }, { signal })).caseloadFrequencies,
    }),
  ),
})

export const caseloadDownloadActors = (client: HttpClient) =>
  downloadActors<CaseloadFilters>((filters, signal) =>
    client.download(downloadCaseloads, { query: queryOf(filters) }, { signal }),
  )

/** To what it is not: the host is told which, so that it is right however often it hears it. */
export const switchCaseload = (client: HttpClient, { id, isActive }: Caseload) =>
  client.call(changeCaseloadStatus, { params: { id }, query: { isActive: String(!isActive) } })

export const removeCaseload = (client: HttpClient, { id }: Caseload) => client.call(deleteCaseload, { params: { id } })

const bodyOf = ({ schoolId, caseloadFrequencies, ...form }: CaseloadForm) => ({
  ...form,
  // The form was refused without one.
  schoolId: schoolId ?? 0,
  caseloadFrequencies: [...caseloadFrequencies],
})

export const caseloadFormActors = (client: HttpClient) =>
  recordActors<CaseloadForm>({
    noun: 'student',
    blank: blankRecord(BLANK_CASELOAD),
    read: async (id, signal) => {
      const { studentName, schoolId, gender, therapistId, caseloadFrequencies, entityCacheKey } = await client.call(
        getCaseload,
        { params: { id } },
        { signal },
      )
      const rows = caseloadFrequencies.map(
        ({ id: row, serviceTypeId, serviceFrequencyId, durationId, eventFrequencyId, sessionTypeId }) => ({
          id: row,
          serviceTypeId,
          serviceFrequencyId,
          durationId,
          eventFrequencyId,
          sessionTypeId,
          isDeleted: false,
        }),
      )
      return {
        values: { studentName, schoolId, gender, therapistId, caseloadFrequencies: rows },
        version: entityCacheKey,
        more: null,
      }
    },
    add: (values) => client.call(addStudentCaseload, { body: bodyOf(values) }),
    edit: (values, record) => client.call(editCaseload, { body: { ...bodyOf(values), ...record } }),
  })

export const caseloadChoicesActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: CaseloadChoices }, { subject: null }>(async (_, signal) => {
    const options = { signal }
    const [schools, serviceTypes, serviceFrequencies, durations, eventFrequencies, sessionTypes] = await Promise.all([
      client.call(getAllSchools, {}, options),
      client.call(getServiceTypes, {}, options),
      client.call(getServiceFrequencies, {}, options),
      client.call(getDurations, {}, options),
      client.call(getEventFrequencies, {}, options),
      client.call(getAllSessionTypes, {}, options),
    ])
    return {
      data: {
        schools: schools.map(({ id, name }) => ({ id, label: name })),
        serviceTypeId: serviceTypes.map(({ id, code, description }) => ({ id, label: `${code} · ${description}` })),
        serviceFrequencyId: serviceFrequencies.map(({ id, serviceFrequency }) => ({ id, label: serviceFrequency })),
        durationId: durations.map(({ id, duration }) => ({ id, label: duration })),
        eventFrequencyId: eventFrequencies.map(({ id, eventFrequency }) => ({ id, label: eventFrequency })),
        sessionTypeId: sessionTypes.map(({ id, name }) => ({ id, label: name })),
      },
    }
  }),
})

/** Who works at a school. */
export const schoolTherapistsActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: readonly Choice[] }, { subject: number }>(async ({ subject: schoolId }, signal) => {
    const query = { schoolIds: String(schoolId), studentLimit: '0' }
    const { providers } = await client.call(getProvidersSchoolsStudents, { query }, { signal })
    return { data: providers.map(({ id, providerName }) => ({ id, label: providerName })) }
  }),
})
