/** The path of Chromium or Chrome; undefined if not found. */
export function findChromium(): string | undefined
/** The path of Chromium, installed first if missing. */
export function ensureChromium(): string
