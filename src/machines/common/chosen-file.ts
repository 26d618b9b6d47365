/** The file a user chose, as seen by the machines that upload it. */
import { failureLines } from '#contract/failure-lines.ts'
import { failureMessage } from '#contract/failures.ts'
import { type UploadRule, uploadProblem } from '#contract/upload.ts'

/** The properties of the browser's file that machines use. */
export interface ChosenFile {
  readonly name: string
  readonly size: number
}

interface ChooseFile<Chosen> {
  readonly type: 'file.choose'
  readonly file: Chosen
  /** What the server allows, if that is known and less than the rule. */
  readonly maxBytes?: number
}

export type FileEvent<Chosen> = ChooseFile<Chosen> | { type: 'file.remove' }

export interface FileContext<Chosen> {
  readonly rule: UploadRule
  readonly file: Chosen | undefined
  /** Why the last file was rejected, or that none was chosen. */
  readonly problem: string | undefined
  /** Upload progress from 0 to 1. */
  readonly part: number
  /** Why the server refused it. */
  readonly refusal: { readonly message: string; readonly lines: readonly string[] } | undefined
}

export const NO_FILE = { file: undefined, problem: undefined, part: 0, refusal: undefined } as const

/** The file, or the problem with its name or size. */
export const chosenFile = <Chosen extends ChosenFile>(
  rule: UploadRule,
  { file, maxBytes = rule.maxBytes }: ChooseFile<Chosen>,
): Pick<FileContext<Chosen>, 'file' | 'problem'> => {
  const problem = uploadProblem({ ...rule, maxBytes }, file)
  return { file: problem === undefined ? file : undefined, problem }
}

/** The server's message about a file, and its lines if it sent any. */
export const refusalOf = (error: unknown): Pick<FileContext<unknown>, 'refusal'> => ({
  refusal: { message: failureMessage(error) ?? '', lines: failureLines(error) },
})

export interface SendFileInput<Chosen> {
  readonly file: Chosen
  readonly onProgress: (part: number) => void
}
