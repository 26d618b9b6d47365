import { html } from 'hono/html'
import type { OpenApiDocument, Operation } from './openapi.ts'
import { plainPage } from './plain-page.ts'

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
  const isSuccess = (status: string) => status === '200' || status === '201'
  const content = Object.entries(operation.responses).find(([status]) => isSuccess(status))?.[1].content
  const data = jsonSchemaOf(content)
  const dataSchema = isSchema(data) && isSchema(data.properties) ? data.properties.data : undefined
  const failures = Object.entries(operation.responses).filter(([status]) => !isSuccess(status))
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
  return plainPage(
    "Homeroom's API",
    html`<p>${document.info.description}</p>
      <p>Calls carry the access token in the header <code>token</code>.
        For programs: <a href="/api/openapi.json">OpenAPI 3.1 document</a>.</p>
      <nav aria-label="Areas">${document.tags.map(({ name }) => html`<a href="#${name}">${name}</a> `)}</nav>
      ${document.tags.map(
        ({ name }) =>
          html`<h2 id="${name}">${name}</h2>
            ${operations
              .filter(({ operation }) => operation.tags.includes(name))
              .map(({ path, method, operation }) => section(path, method, operation))}`,
      )}`,
  )
}
