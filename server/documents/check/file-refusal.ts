import { Refusal } from '#server/http/refusal.ts'

/** The content of an uploaded file is not what it should be, or not safe to store. */
export const fileRefusal = (message: string): Refusal => new Refusal(406, message)
