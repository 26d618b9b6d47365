import { ApiError } from '#contract/failures.ts'
import type {
  getServiceImportProblems,
  getServiceImportSample,
  ImportReport,
  importServices,
} from '#contract/imports.ts'
import type { SendFileInput } from '#machines/documents/chosen-file.ts'
import type { ImportRowsInput } from '#machines/documents/import.machine.ts'
import { downloadActors } from '../download-actors.ts'
import { fromCall } from '../from-call.ts'
import type { HttpClient } from '../http-client.ts'

/** The endpoints of one kind of record; all kinds have the same. */
export interface ImportEndpoints {
  readonly sample: typeof getServiceImportSample
  readonly run: typeof importServices
  readonly problems: typeof getServiceImportProblems
}

/** Files as they were checked: what is imported is that, whatever is saved under their names meanwhile. */
const copies = new WeakMap<File, File>()

const copyOf = async (file: File): Promise<File> => {
  const kept = copies.get(file)
  if (kept) return kept
  const content = await file.arrayBuffer().catch(() => {
    throw new ApiError(400, 'The file can’t be read any more. Please choose it again.')
  })
  const copy = new File([content], file.name)
  copies.set(file, copy)
  return copy
}

export const importFlowActors = (client: HttpClient, { run }: ImportEndpoints) => ({
  checkFile: fromCall<ImportReport, SendFileInput<File>>(async ({ file, onProgress }, signal) => {
    // Chosen anew, it may be another by now.
    copies.delete(file)
    return client.call(run, { file: await copyOf(file) }, { signal, onProgress })
  }),
  importRows: fromCall<ImportReport, ImportRowsInput<File>>(async ({ file, onProgress, key, goodRowsOnly }, signal) => {
    const body = { key, goodRowsOnly: String(goodRowsOnly) }
    return client.call(run, { body, file: await copyOf(file) }, { signal, onProgress })
  }),
})

export const importSampleActors = (client: HttpClient, { sample }: ImportEndpoints) =>
  downloadActors<null>((_, signal) => client.download(sample, {}, { signal }))

export const importProblemsActors = (client: HttpClient, { problems }: ImportEndpoints) =>
  downloadActors<File>(async (file, signal) => client.download(problems, { file: await copyOf(file) }, { signal }))
