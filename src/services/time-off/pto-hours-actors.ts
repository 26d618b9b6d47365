import {
  type AvailableHours,
  type AvailableHoursFilters,
  getAdminPtosAvailableHours,
  getSamplePtoFile,
  type UploadedHours,
  uploadPtoHours,
} from '#contract/pto-hours.ts'
import type { ListPage, ListPlace } from '#machines/common/paged-list.machine.ts'
import type { SendFileInput } from '#machines/documents/chosen-file.ts'
import { downloadActors } from '../download-actors.ts'
import { fromCall } from '../from-call.ts'
import type { HttpClient } from '../http-client.ts'

export const availableHoursActors = (client: HttpClient) => ({
  loadPage: fromCall<ListPage<AvailableHours>, ListPlace<AvailableHoursFilters>>(
    async ({ filters: { providerIds, providerName }, page: pageIndex, size: pageSize }, signal) => {
      const query = { providerIds: providerIds.join(','), providerName: providerName.trim(), pageIndex, pageSize }
      const { adminPtosAvailableHours, totalRecords } = await client.call(
        getAdminPtosAvailableHours,
        { query },
        { signal },
      )
      return { rows: adminPtosAvailableHours, total: totalRecords }
    },
  ),
})

export const ptoHoursUploadActors = (client: HttpClient) => ({
  sendFile: fromCall<{ outcome: UploadedHours }, SendFileInput<File>>(async ({ file, onProgress }, signal) => ({
    outcome: await client.call(uploadPtoHours, { file }, { signal, onProgress }),
  })),
})

export const samplePtoFileActors = (client: HttpClient) =>
  downloadActors<null>((_, signal) => client.download(getSamplePtoFile, {}, { signal }))
