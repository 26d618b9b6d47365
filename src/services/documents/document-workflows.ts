import type { ApiClient } from '#contract/api-client.ts'
import { getLetterFile, previewLetter } from '#contract/letters.ts'
import { fromCall } from '#machines/common/from-call.ts'
import { provide } from '#machines/common/provisions.ts'
import {
  generateLetterMachine,
  type LetterSubject,
  type ShownLetter,
} from '#machines/documents/generate-letter.machine.ts'
import type { Services } from '../services.ts'

const generateLetterActors = (client: ApiClient) => ({
  showLetter: fromCall<{ letter: ShownLetter }, LetterSubject>(async (query, signal) => {
    const prepared = await client.call(previewLetter, { query }, { signal })
    const { sha256 } = prepared
    const file = await client.download(getLetterFile, { query: { ...query, sha256, format: 'pdf' } }, { signal })
    return { letter: { ...prepared, file } }
  }),
})

export const documentWorkflows = ({ client }: Services) => [
  provide(generateLetterMachine, { actors: generateLetterActors(client) }),
]
