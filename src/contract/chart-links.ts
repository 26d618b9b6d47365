/**
 * Links that show a workflow's chart with its current counts in another page of the organization: create one, list
 * them, revoke one, and the page itself. It needs no sign-in, so its address is secret and it shows no personal data.
 */
import { z } from 'zod'
import { plainText } from '#domain/text-rules.ts'
import { access, defineEndpoint, defineFile, id, languageId } from './endpoint.ts'

/** A workflow's name in src/workflows/catalog.ts. */
const workflow = plainText().max(100)

export const chartLinkSchema = z.object({
  id,
  createdAtUtc: z.iso.datetime(),
  /** Who created it. */
  createdBy: z.string(),
  /** To the minute; null if it was never used. */
  lastUsedAtUtc: z.iso.datetime().nullable(),
})
export type ChartLink = z.infer<typeof chartLinkSchema>

const chartLinksSchema = z.object({
  /** The latest first, without revoked ones. */
  links: z.array(chartLinkSchema),
  /** Origins of the pages that may frame charts; the operator sets them. */
  frameOrigins: z.array(z.string()),
})

const administrators = access.roles('Administrators')

export const getChartLinks = defineEndpoint({
  method: 'POST',
  path: '/api/chart-link/get-chart-links',
  summary: "Get the links to a workflow's chart",
  access: administrators,
  body: z.object({ languageId, workflow }),
  data: chartLinksSchema,
})

export const createChartLink = defineEndpoint({
  method: 'POST',
  path: '/api/chart-link/create-chart-link',
  summary: "Create a link to a workflow's chart. Its address is returned only now",
  access: administrators,
  body: z.object({ languageId, workflow }),
  data: z.object({ id, address: z.url() }),
  replies: { 404: 'No such workflow, or one whose records are not stored', 409: 'The workflow has too many links' },
})

export const revokeChartLink = defineEndpoint({
  method: 'POST',
  path: '/api/chart-link/revoke-chart-link',
  summary: 'Revoke a link to a chart',
  access: administrators,
  body: z.object({ languageId, id }),
  data: z.null(),
  replies: { 404: 'No such link' },
})

export const readChartPage = defineFile({
  path: '/embed/{token}',
  summary: "Get a workflow's chart with its current counts as a page for a frame",
  access: access.public('The URL is the secret: random, stored as a hash, revocable at any time. It has counts only.'),
  params: z.object({ token: plainText().max(200) }),
  contentType: 'text/html; charset=utf-8',
  replies: { 404: 'An unknown link, as a page', 410: 'A revoked link, as a page', 429: 'Too many requests, as a page' },
})

export const endpoints = { getChartLinks, createChartLink, revokeChartLink, readChartPage }
