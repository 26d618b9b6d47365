/** Each area's workflows, loaded with the screens that need them (route-table.ts). */
import type { provide } from '#machines/common/provisions.ts'
import type { Services } from '#services/services.ts'

export type AreaWorkflows = (services: Services) => readonly ReturnType<typeof provide>[]
export type Area = () => Promise<AreaWorkflows>

export const areas = {
  billing: async () => (await import('#services/billing/billing-workflows.ts')).billingWorkflows,
  charts: async () => (await import('#workflows/page/chart-workflows.ts')).chartWorkflows,
  documents: async () => (await import('#services/documents/document-workflows.ts')).documentWorkflows,
  filters: async () => (await import('#services/schedule/filter-workflows.ts')).filterWorkflows,
  notifications: async () => (await import('#services/notifications/notification-workflows.ts')).notificationWorkflows,
  people: async () => (await import('#services/people/people-workflows.ts')).peopleWorkflows,
  schedule: async () => (await import('#services/schedule/schedule-workflows.ts')).scheduleWorkflows,
  timeOff: async () => (await import('#services/time-off/time-off-workflows.ts')).timeOffWorkflows,
} as const satisfies Record<string, Area>
