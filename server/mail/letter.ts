/** The text of an email, written once for both of its parts. */
import { html } from 'hono/html'

/** `isFootnote`: in small print, without its address in the HTML part. */
interface LinkLine {
  readonly label: string
  readonly href: string
  readonly isFootnote?: boolean
}

interface ListedLink {
  readonly text: string
  /** Below it, such as when. */
  readonly note: string
  readonly href: string
}

type Line = string | LinkLine | { readonly heading: string } | { readonly items: readonly ListedLink[] }

export interface Letter {
  readonly subject: string
  /** Paragraphs, which may have line breaks, links, headings and lists of links. */
  readonly lines: readonly Line[]
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

const lineAsText = (line: Line): string => {
  if (typeof line === 'string') return line
  if ('heading' in line) return `${line.heading}\n${'-'.repeat(line.heading.length)}`
  if ('items' in line) return line.items.map(({ text, note, href }) => `* ${text}\n  ${note}\n  ${href}`).join('\n\n')
  return `${line.label}:\n${line.href}`
}

export const textOf = ({ lines }: Letter): string => `${lines.map(lineAsText).join('\n\n')}\n`

const withBreaks = (text: string) => text.split('\n').map((part, index) => (index === 0 ? part : html`<br />${part}`))

const SMALL = 'font-size: 14px; overflow-wrap: anywhere'

const lineAsHtml = (line: Line) => {
  if (typeof line === 'string') return html`<p>${withBreaks(line)}</p>`
  if ('heading' in line) return html`<h2 style="font-size: 18px; margin: 24px 0 8px">${line.heading}</h2>`
  if ('items' in line) {
    return html`<ul style="margin: 0; padding: 0 0 0 20px">
    ${line.items.map(
      ({ text, note, href }) => html`<li style="margin: 0 0 12px; overflow-wrap: anywhere"><a href="${href}">${text}</a>
    <br /><span style="${SMALL}">${note}</span></li>`,
    )}
    </ul>`
  }
  if (line.isFootnote) return html`<p style="${SMALL}"><a href="${line.href}">${line.label}</a></p>`
  return html`<p><a href="${line.href}">${line.label}</a></p>
    <p style="${SMALL}">${line.href}</p>`
}

/** Without images or styles from elsewhere: nothing tells the sender that it was opened. */
export const htmlOf = ({ subject, lines }: Letter): string =>
  String(html`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>${subject}</title></head>
  <body style="font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 1rem">
    ${lines.map(lineAsHtml)}
  </body>
</html>
`)
