import { Refusal } from '#server/http/refusal.ts'

/** The content of an uploaded file is not what it should be, or not safe to store. */
export const fileRefusal = (message: string): Refusal => new Refusal(406, message)

export const MACROS = 'This file contains macros or other programs. Save it without them and retry.'
export const LOADS =
  'This file loads parts of itself from elsewhere, such as a template or an image. Save it with those embedded and retry.'
export const OBJECTS =
  'This file contains objects of other programs, such as an embedded file or a web page. Save it without them and retry.'
export const CANCELED = 'The upload was canceled. Nothing was stored.'
