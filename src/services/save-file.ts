import type { DownloadedFile } from '#contract/api-client.ts'

/** Some browsers read the file only after the click has been handled. */
const KEPT_MS = 60_000

/** Has the browser save a file, as a link to it would. */
export const saveFile = ({ name, content }: DownloadedFile): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
