/** The uploaded file of a request, and the checks that browser and server make before reading it. */
export interface UploadRule {
  /** The name of its form field. */
  readonly field: string
  /** Allowed extensions in lowercase: '.xlsx'. The handler checks the content. */
  readonly endings: readonly string[]
  readonly maxBytes: number
  /** The message if no file was sent. */
  readonly required: string
  /** The server writes it to a temporary file while it arrives, instead of holding it in memory. */
  readonly isSpooled?: true
}

/** The rule of files that may be too large for the memory. */
export interface SpooledRule extends UploadRule {
  readonly isSpooled: true
}

export const megabytesOf = ({ maxBytes }: Pick<UploadRule, 'maxBytes'>): number => Math.floor(maxBytes / 1024 / 1024)

export const tooLargeFile = (rule: UploadRule): string => `The file is too large (maximum ${megabytesOf(rule)} MB)`

/** The problem with a file's name or size, in words for the user; undefined if there is none. */
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
