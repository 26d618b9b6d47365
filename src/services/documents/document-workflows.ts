import type { ApiClient } from '#contract/api-client.ts'
import { getLetterFile, getLetterRun, type LetterRun, previewLetter, startLetterRun } from '#contract/letters.ts'
import { fromCall } from '#machines/common/from-call.ts'
import { provide } from '#machines/common/provisions.ts'
import {
  generateLetterMachine,
  type LetterSubject,
  type ShownLetter,
  type StartInput,
} from '#machines/documents/generate-letter.machine.ts'
import type { Services } from '../services.ts'

const generateLetterActors = (client: ApiClient) => ({
  showLetter: fromCall<{ letter: ShownLetter }, LetterSubject>(async (query, signal) => {
    const prepared = await client.call(previewLetter, { query }, { signal })
    const { sha256 } = prepared
    const file = await client.download(getLetterFile, { query: { ...query, sha256, format: 'pdf' } }, { signal })
    return { letter: { ...prepared, file } }
  }),
  startRun: fromCall<LetterRun, StartInput>(({ order: { providerIds, ...order }, seen }) =>
    client.call(startLetterRun, { body: { ...order, providerIds: [...providerIds], seen: [...seen] } }),
  ),
  readRun: fromCall<LetterRun | null, { id: number | undefined }>(({ id }, signal) =>
    client.call(getLetterRun, { query: id === undefined ? {} : { id } }, { signal }),
  ),
})

export const documentWorkflows = ({ client }: Services) => [
  provide(generateLetterMachine, { actors: generateLetterActors(client) }),
]
