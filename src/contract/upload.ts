/** Files that requests bring: what the contract says of them, and what browser and server check before they look inside. */
/** The one file that a request brings. */
export interface UploadRule {
  /** The name of its part of the form. */
  readonly field: string
  /** The endings that its name may have, in lower case: '.xlsx'. What is inside is for the handler to look at. */
  readonly endings: readonly string[]
  readonly maxBytes: number
  /** What is said when there is none. */
  readonly required: string
}

export const megabytesOf = ({ maxBytes }: UploadRule): number => Math.floor(maxBytes / 1024 / 1024)

export const tooLargeFile = (rule: UploadRule): string => `The file is too large (maximum ${megabytesOf(rule)} MB)`

/** What is wrong with a file by its name and size alone, in words for the user; undefined where nothing is. */
export const uploadProblem = (
  rule: UploadRule,
  { name, size }: { readonly name: string; readonly size: number },
): string | undefined => {
  if (!rule.endings.some((ending) => name.toLowerCase().endsWith(ending))) {
    return `Only these file types are supported: ${rule.endings.join(', ')}`
  }
  if (size > rule.maxBytes) return tooLargeFile(rule)
  return size === 0 ? 'The file is empty' : undefined
}
