/**
 * Addresses of pages in email. Sign-in leads to the Home Page (spec 1, section 6), except for who followed one of these.
 */

const MARK = 'via=email'

/** @param href an address within the portal, without a fragment */
export const mailAddressOf = (href: string): string => `${href}${href.includes('?') ? '&' : '?'}${MARK}`

/** The address that was put into the email; undefined for any other. */
export const addressInMail = (href: string): string | undefined =>
  /[?&]via=email$/.test(href) ? href.slice(0, -MARK.length - 1) : undefined
