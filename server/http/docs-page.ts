import { html, raw } from 'hono/html'
import type { OpenApiDocument, Operation } from './openapi.ts'

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
  pre { background: var(--soft); padding: .6rem; border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px; margin: 0; }
  td, th { text-align: left; padding: .15rem .75rem .15rem 0; vertical-align: top; } th { font-weight: 600; }
`

const isSchema = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A JSON schema as a readable type: `{ id: integer, name?: string }[]`. */
export function typeInWords(schema: unknown, indent = ''): string {
  if (!isSchema(schema)) return 'any'
  const { type, properties, required, items, anyOf, enum: choices, const: only } = schema
  if (Array.isArray(anyOf)) return anyOf.map((choice) => typeInWords(choice, indent)).join(' | ')
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  if (type === 'array') {
    const item = typeInWords(items, indent)
    return item.includes(' | ') && !item.includes('\n') ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object' && isSchema(properties)) {
    const inner = `${indent}  `
    const isRequired = new Set(Array.isArray(required) ? required : [])
    const lines = Object.entries(properties).map(
      ([name, property]) => `${inner}${name}${isRequired.has(name) ? '' : '?'}: ${typeInWords(property, inner)}`,
    )
    return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
  }
  return typeof type === 'string' ? type : 'any'
}

const jsonSchemaOf = (content: unknown): unknown => {
  const json = isSchema(content) ? content['application/json'] : undefined
  return isSchema(json) ? json.schema : undefined
}

function section(path: string, method: string, operation: Operation) {
  const content = operation.responses['200']?.content
  const data = jsonSchemaOf(content)
  const dataSchema = isSchema(data) && isSchema(data.properties) ? data.properties.data : undefined
  const failures = Object.entries(operation.responses).filter(([status]) => status !== '200')
  return html`<details id="${operation.operationId}">
    <summary>
      <span class="method">${method.toUpperCase()}</span> <code>${path}</code><br />${operation.summary}
    </summary>
    <div class="inside">
      <p>${operation.description}</p>
      ${operation.parameters.map(
        ({ name, in: place, required, schema }) =>
          html`<div><code>${name}${required ? '' : '?'}: ${typeInWords(schema)}</code> in the ${place}</div>`,
      )}
      ${
        operation.requestBody &&
        html`<h3>Body</h3>
          <pre>${typeInWords(jsonSchemaOf(operation.requestBody.content))}</pre>`
      }
      <h3>Data of a 200 reply</h3>
      <pre>${data === undefined ? `A file, ${Object.keys(content ?? {}).join()}` : typeInWords(dataSchema)}</pre>
      <h3>Other statuses</h3>
      <table>
        ${failures.map(
          ([status, { description }]) =>
            html`<tr>
              <th scope="row">${status}</th>
              <td>${description}</td>
            </tr>`,
        )}
      </table>
    </div>
  </details>`
}

/** The API documentation as one HTML page without scripts. */
export function docsPage(document: OpenApiDocument) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Homeroom's API</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>Homeroom's API</h1>
          <p>${document.info.description}</p>
          <p>Calls carry the access token in the header <code>token</code>.
            For programs: <a href="/api/openapi.json">OpenAPI 3.1 document</a>.</p>
          <nav aria-label="Areas">${document.tags.map(({ name }) => html`<a href="#${name}">${name}</a> `)}</nav>
          ${document.tags.map(
            ({ name }) =>
              html`<h2 id="${name}">${name}</h2>
                ${operations
                  .filter(({ operation }) => operation.tags.includes(name))
                  .map(({ path, method, operation }) => section(path, method, operation))}`,
          )}
        </main>
      </body>
    </html>`
}
