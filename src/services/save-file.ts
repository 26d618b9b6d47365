import type { DownloadedFile } from '#contract/api-client.ts'

/** Some browsers read the file only after the click handler returns. */
const KEPT_MS = 60_000

/** Downloads a file as if through a link. */
export const saveFile = ({ name, content }: DownloadedFile): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
