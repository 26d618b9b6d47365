interface Addresses {
  /** The other host whose API the page uses, if any. */
  readonly apiBase?: string | undefined
  /** Where users reach the server. If it is https, browsers use https alone for a year. */
  readonly publicUrl?: string | undefined
}

/**
 * Security headers of every reply.
 *
 * Only scripts from our own origin run, none inline; Mantine writes styles at run time, hence 'unsafe-inline' for
 * those. Files are shown from `blob:` URLs.
 */
export function securityHeaders({ apiBase, publicUrl }: Addresses): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${apiBase ?? ''}`.trim(),
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}
