/** The census: providers, the caseload, and service delivery (spec 3, section 2, "Reports"; DESIGN, section 4). */
import { z } from 'zod'
import { reportRangeMessages } from '#domain/date-range.ts'
import { CENSUS_TEMPLATES, reportMessages } from '#domain/reports.ts'
import { choiceFilter, filtersOf } from '../filters.ts'
import { defineReport } from './define-report.ts'
import { providerTypeFilter, reportDateNames, reportDates } from './report-filters.ts'
import { reportPlaces } from './report-places.ts'

const templateIds = CENSUS_TEMPLATES.map(({ id }) => id)

const rowSchema = z.object({
  templateId: z.literal(templateIds),
  /** 'Template 1': the details' `censusTemplate`. */
  name: z.string(),
  dateRange: z.string(),
})

const contentOf = (id: number | undefined) => CENSUS_TEMPLATES.find((template) => template.id === id)?.content ?? ''

export const censusReport = defineReport({
  name: 'census',
  ...reportPlaces.census,
  filters: filtersOf(
    { ...providerTypeFilter, noneLabel: 'All' },
    reportDates(reportRangeMessages, { from: 'From Date', to: 'To Date' }),
    choiceFilter('censusTemplateId', 'Census Template', CENSUS_TEMPLATES),
  ),
  dates: 'lastMonth',
  listing: {
    path: '/api/report/admin-census-builder-listing',
    rows: 'adminCensusBuilderListing',
    total: 'count',
    summary: 'The census templates with the dates that they are made for',
    names: reportDateNames,
  },
  row: rowSchema,
  keyOf: ({ templateId }) => templateId,
  order: 'type',
  columns: {
    type: {
      kind: 'text',
      title: 'Census Type',
      value: ({ templateId, name }) => `${name}: ${contentOf(templateId)}`,
      share: 2,
    },
    dates: { kind: 'text', title: 'Date Range', value: ({ dateRange }) => dateRange },
  },
  emptyText: reportMessages.empty,
  filesHaveDetails: true,
  downloads: { pdf: 'Census.pdf', xlsx: 'Census.xlsx', docx: 'Census.docx', csv: 'Census.csv' },
  view: {
    name: 'admin-census-builder-detail',
    titleOf: ({ censusTemplateId }) => `Census: ${contentOf(censusTemplateId)}`,
    more: { censusTemplate: z.enum(CENSUS_TEMPLATES.map(({ name }) => name)).optional() },
    ofRow: ({ templateId, name }) => ({
      values: { censusTemplateId: templateId },
      more: { censusTemplate: CENSUS_TEMPLATES.find((template) => template.name === name)?.name },
    }),
    rowName: ({ name }) => name,
    files: { pdf: 'CensusReport.pdf', xlsx: 'CensusReport.xlsx' },
  },
})

export const endpoints = { ...censusReport.endpoints }
