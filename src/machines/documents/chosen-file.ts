/** A file that somebody chose, as machines know it that send one. */
import { failureLines, failureMessage } from '#contract/failures.ts'
import { type UploadRule, uploadProblem } from '#contract/upload.ts'

/** What of the browser's file a machine looks at. */
export interface ChosenFile {
  readonly name: string
  readonly size: number
}

export type FileEvent<Chosen> = { type: 'file.choose'; file: Chosen } | { type: 'file.remove' }

export interface FileContext<Chosen> {
  readonly rule: UploadRule
  readonly file: Chosen | undefined
  /** Why the file that was chosen last is not taken, or that none was chosen. */
  readonly problem: string | undefined
  /** How much of it has gone out, from 0 to 1. */
  readonly part: number
  /** Why the server did not take it. */
  readonly refusal: { readonly message: string; readonly lines: readonly string[] } | undefined
}

/** Nothing was chosen. */
export const NO_FILE = { file: undefined, problem: undefined, part: 0, refusal: undefined } as const

/** The file, or what its name and size say against it. */
export const chosenFile = <Chosen extends ChosenFile>(
  rule: UploadRule,
  file: Chosen,
): Pick<FileContext<Chosen>, 'file' | 'problem'> => {
  const problem = uploadProblem(rule, file)
  return { file: problem === undefined ? file : undefined, problem }
}

/** What the server said against a file, in lines where it did. */
export const refusalOf = (error: unknown): Pick<FileContext<unknown>, 'refusal'> => ({
  refusal: { message: failureMessage(error) ?? '', lines: failureLines(error) },
})

export interface SendFileInput<Chosen> {
  readonly file: Chosen
  readonly onProgress: (part: number) => void
}
