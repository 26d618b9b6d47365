/** The organization's logo on a document. */
export interface Logo {
  /** 'image/png' or 'image/jpeg' */
  readonly mediaType: string
  readonly content: Uint8Array
}

/** Writes with the logo, or without it if it can't be read. */
export const withLogo = async <Written>(
  logo: Logo | null,
  write: (logo: Logo | null) => Promise<Written>,
): Promise<Written> => {
  if (logo === null) return write(null)
  try {
    return await write(logo)
  } catch {
    // Whatever else is wrong fails again. A picture must not keep a document from being written.
    return write(null)
  }
}
