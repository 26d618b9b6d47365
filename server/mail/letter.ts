/** The text of an email, written once for both of its parts. */
import { html } from 'hono/html'

export interface Letter {
  readonly subject: string
  /** Paragraphs, which may have line breaks; one may be a link. */
  readonly lines: readonly (string | { readonly label: string; readonly href: string })[]
}

/** Whom a letter is for, and where what it tells came from. */
export interface From {
  readonly name: string
  /** Such as 'Chrome on Windows'. */
  readonly device: string
  readonly address: string
}

/** What to do if someone else may have the password. */
export const CHANGE_IT =
  "If this wasn't you, choose “Forgot Password?” on the sign-in page right away, and tell your administrator."

export const textOf = ({ lines }: Letter): string =>
  `${lines.map((line) => (typeof line === 'string' ? line : `${line.label}:\n${line.href}`)).join('\n\n')}\n`

const withBreaks = (text: string) => text.split('\n').map((part, index) => (index === 0 ? part : html`<br />${part}`))

/** Without images or styles from elsewhere: nothing tells the sender that it was opened. */
export const htmlOf = ({ subject, lines }: Letter): string =>
  String(html`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>${subject}</title></head>
  <body style="font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 1rem">
    ${lines.map((line) =>
      typeof line === 'string'
        ? html`<p>${withBreaks(line)}</p>`
        : html`<p><a href="${line.href}">${line.label}</a></p>
    <p style="font-size: 14px; overflow-wrap: anywhere">${line.href}</p>`,
    )}
  </body>
</html>
`)
