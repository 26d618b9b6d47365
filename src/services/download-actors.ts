import { fromCall } from './from-call.ts'
import type { DownloadedFile } from './http-client.ts'

/** Some browsers read the file only after the click has gone by. */
const KEPT_MS = 60_000

/** Has the browser save a file, as a link to it would. */
const saveFile = ({ name, content }: DownloadedFile): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}

/** The download machine's actor: asks for the file of a subject and saves it. */
export const downloadActors = <Subject>(
  fetchFile: (subject: Subject, signal: AbortSignal) => Promise<DownloadedFile>,
) => ({
  saveFile: fromCall<void, { subject: Subject }>(async ({ subject }, signal) => {
    const file = await fetchFile(subject, signal)
    signal.throwIfAborted()
    saveFile(file)
  }),
})
