import type { ApiClient } from '#contract/api-client.ts'
import { type FileCall, fileCallOf } from '#contract/call.ts'
import { ApiError } from '#contract/failures.ts'
import type { ImportReport } from '#contract/imports.ts'
import type { SendFileInput } from '#machines/common/chosen-file.ts'
import { fromCall } from '#machines/common/from-call.ts'
import { type ImportMachine, type ImportRowsInput, importFlow } from '#machines/documents/import.machine.ts'
import type { ImportDefinition } from './import-definition.ts'

/** The bytes that were checked, so that a file edited afterward is not imported unchecked. */
const copies = new WeakMap<File, File>()

const copyOf = async (file: File): Promise<File> => {
  const kept = copies.get(file)
  if (kept) return kept
  const content = await file.arrayBuffer().catch(() => {
    throw new ApiError(400, 'The file can no longer be read. Please choose it again.')
  })
  const copy = new File([content], file.name)
  copies.set(file, copy)
  return copy
}

export const importMachineOf = (client: ApiClient, { endpoints: { run } }: ImportDefinition): ImportMachine<File> =>
  importFlow<File>().provide({
    actors: {
      checkFile: fromCall<ImportReport, SendFileInput<File>>(async ({ file, onProgress }, signal) => {
        // A file may have changed before it is chosen again.
        copies.delete(file)
        return client.call(run, { file: await copyOf(file) }, { signal, onProgress })
      }),
      importRows: fromCall<ImportReport, ImportRowsInput<File>>(
        async ({ file, onProgress, key, goodRowsOnly, invitations }, signal) => {
          const body = { key, goodRowsOnly: String(goodRowsOnly), ...(invitations && { invitations }) }
          return client.call(run, { body, file: await copyOf(file) }, { signal, onProgress })
        },
      ),
    },
  })

export const sampleOf = ({ endpoints: { sample } }: ImportDefinition): FileCall<null> => fileCallOf(sample, () => ({}))

/** The rows of a file that have problems. */
export const problemRowsOf = ({ endpoints: { problems } }: ImportDefinition): FileCall<File> => ({
  run: async (client, file, options) => client.download(problems, { file: await copyOf(file) }, options),
})
