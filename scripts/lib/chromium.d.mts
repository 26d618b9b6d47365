/** The path of a Chromium or Chrome; undefined when there is none. */
export function findChromium(): string | undefined
/** The same, installing one when there is none. */
export function ensureChromium(): string
