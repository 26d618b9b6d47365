/** Browsers offer passkeys on secure pages that have a name, not an address. @returns why not here, in words */
export const passkeyHindrance = (): string | null => {
  if (/^[\d.]+$|^\[/.test(window.location.hostname))
    return 'Passkeys need a web address with a name. This page was opened by a number.'
  if (!window.isSecureContext) return 'Passkeys need a secure page, whose address begins with https.'
  if (typeof window.PublicKeyCredential !== 'function') return "This browser can't use passkeys."
  return null
}

export const hasPasskeys = (): boolean => passkeyHindrance() === null
