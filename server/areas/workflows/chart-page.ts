/** The pages that a frame on another site shows: a chart with counts, or why there is none. */
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { formatDate, formatInstant } from '#domain/time.ts'
import type { DrawnChart } from './chart-drawings.ts'

/**
 * The drawing has light colors only; in the dark it is inverted, with its hues kept. On a narrow page it scrolls rather
 * than become unreadable, and the table comes first.
 */
const STYLE = `
  :root { color-scheme: light dark; --ink: #1f2933; --soft: #52606d; --line: #d5dae0; --paper: #ffffff; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e6e9ec; --soft: #a9b2bb; --line: #444b53; --paper: #1f1f1f; }
    .drawing svg { filter: invert(0.88) hue-rotate(180deg); }
  }
  body { margin: 0; padding: 12px; color: var(--ink); background: var(--paper); font: 14px/1.45 Inter, system-ui, sans-serif; }
  main { display: flex; flex-direction: column; gap: 10px; }
  h1 { margin: 0; font-size: 18px; }
  p { margin: 0; }
  .soft { color: var(--soft); }
  .drawing { overflow-x: auto; }
  .drawing svg { display: block; height: auto; width: 100%; max-width: var(--width); min-width: calc(var(--width) * 0.55); margin: 0 auto; }
  table { border-collapse: collapse; }
  th, td { padding: 3px 12px 3px 0; text-align: left; font-weight: 400; }
  thead th { color: var(--soft); border-bottom: 1px solid var(--line); }
  td { text-align: right; font-variant-numeric: tabular-nums; }
  thead th:last-child { text-align: right; }
  .stale { display: none; }
  [data-stale] .stale { display: block; font-weight: 600; }
  @media (max-width: 599px) { .drawing { order: 1; } .note { order: 2; } }
`

/**
 * Starts a drawing that is too wide at its middle, and replaces the page's content about each minute. A server that doesn't answer leaves the last counts, with a notice;
 * reloading the page instead would leave the browser's error page forever.
 */
const SCRIPT = `
  const drawing = document.querySelector('.drawing')
  drawing.scrollLeft = (drawing.scrollWidth - drawing.clientWidth) / 2
  const timer = setInterval(async () => {
    if (document.hidden) return
    try {
      const reply = await fetch(location.href, { cache: 'no-store' })
      if (![200, 404, 410].includes(reply.status)) throw new Error()
      const next = new DOMParser().parseFromString(await reply.text(), 'text/html')
      const scrolled = document.querySelector('.drawing')?.scrollLeft
      document.querySelector('main').replaceWith(next.querySelector('main'))
      document.title = next.title
      if (scrolled) document.querySelector('.drawing')?.scrollTo(scrolled, 0)
      delete document.body.dataset.stale
      if (!reply.ok) clearInterval(timer)
    } catch {
      document.body.dataset.stale = ''
    }
  }, 60000)
`

const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')

/**
 * The pages' security policy: their one script, nothing from elsewhere, framed by these origins alone.
 *
 * @param frameOrigins none: no page may frame them
 */
export const pagePolicy = (frameOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${SCRIPT_HASH}'`,
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameOrigins.join(' ') || "'none'"}`,
  ].join('; ')

const page = (title: string, main: unknown, script: string): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
${main}
${script === '' ? '' : html`<script>${raw(script)}</script>`}
</body>
</html>
`.toString()

export const chartPage = (
  { title, description, svg, width, states, period, at }: DrawnChart,
  timeZone: string,
): string =>
  page(
    title,
    html`<main>
<h1>${title}</h1>
<p class="soft">${description}</p>
<p>As of ${formatInstant(at, timeZone)} (${timeZone.replaceAll('_', ' ')})</p>
<p class="stale" role="status">The counts could not be updated. Trying again each minute.</p>
<div class="drawing" style="--width: ${Math.ceil(width)}px" tabindex="0" role="region" aria-label="Drawing">${raw(svg)}</div>
<table>
<thead><tr><th scope="col">State</th><th scope="col">Now</th></tr></thead>
<tbody>
${states.map(({ label, records }) => html`<tr><th scope="row">${label}</th><td>${records.toLocaleString('en-US')}</td></tr>`)}
</tbody>
</table>
<p class="soft note">Numbers at states: records in the state now. Numbers at arrows: records that took the transition from ${formatDate(period.from)} to ${formatDate(period.to)}.</p>
</main>`,
    SCRIPT,
  )

/** A page that says why there is no chart. */
export const messagePage = ({ title, message }: { readonly title: string; readonly message: string }): string =>
  page(
    title,
    html`<main>
<h1>${title}</h1>
<p>${message}</p>
</main>`,
    '',
  )
