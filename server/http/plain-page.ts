/** Pages of the server itself, without scripts. */
import { html, raw } from 'hono/html'

const STYLE = `
  :root { color-scheme: light dark; --line: #c8ccd0; --soft: #f3f5f6; --ink: #16191c; --link: #0b57a4; --paper: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --line: #454b52; --soft: #24282d; --ink: #e8eaed; --link: #8ab8f0; --paper: #17191c; }
  }
  body { color: var(--ink); background: var(--paper); } a { color: var(--link); }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
  h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
  nav a { margin-right: .75rem; display: inline-block; }
  details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; }
  summary { padding: .5rem .75rem; cursor: pointer; } details[open] > summary { border-bottom: 1px solid var(--line); }
  summary code { overflow-wrap: anywhere; }
  .method { font-weight: 600; display: inline-block; min-width: 3.5rem; }
  .inside { padding: .25rem .75rem .75rem; }
  h3 { font-size: .95rem; margin: .9rem 0 .3rem; }
  button { font: inherit; padding: .45rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--soft); color: inherit; cursor: pointer; }
  pre { background: var(--soft); padding: .6rem; border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px; margin: 0; }
  td, th { text-align: left; padding: .15rem .75rem .15rem 0; vertical-align: top; } th { font-weight: 600; }
`

type Html = ReturnType<typeof html>

/** @param heading if it differs from the document's title */
export const plainPage = (title: string, content: Html, heading = title): Html => html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          ${content}
        </main>
      </body>
    </html>`
