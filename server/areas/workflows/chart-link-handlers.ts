/** Links to workflows' charts: listing, creating and revoking them, and the page that they show. */
import { createHash, randomBytes } from 'node:crypto'
import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { Workflow } from '#machines/definition/workflow.ts'
import type { FeedLimits, FeedReadings } from '#server/areas/calendar-feed/feed-limits.ts'
import { requireCount } from '#server/db/require-one.ts'
import { users } from '#server/db/schema/users.ts'
import { chartLinks } from '#server/db/schema/workflows.ts'
import { FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'
import { workflowNamed } from '#workflows/catalog.ts'
import { ChartDrawings } from './chart-drawings.ts'
import { chartPage, messagePage, pagePolicy } from './chart-page.ts'
import { lifecycleNamed } from './lifecycle-access.ts'

/** Every viewer reads once a minute; a page that many people leave open is no attack. */
export const DEFAULT_CHART_LIMITS: FeedLimits = { perFeed: 30_000, missesPerAddress: 200 }

const MAX_LINKS = 20
const TOKEN_BYTES = 32
/** Minimum interval between writes of `lastUsedAt`. */
const USED_EVERY = 60_000

export interface ChartLinkParts {
  readonly readings: FeedReadings
  /** Origins of the pages that may frame charts. */
  readonly frameOrigins: readonly string[]
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A workflow whose records are stored; others have no counts. */
const storedWorkflow = (name: string): { workflow: Workflow; lifecycle: StoredLifecycle } => {
  const workflow = workflowNamed(name)
  const lifecycle = lifecycleNamed(name)
  if (!workflow || !lifecycle) throw new Refusal(404, 'This workflow has no counts.')
  return { workflow, lifecycle }
}

const liveLinksOf = (workflow: string) => and(eq(chartLinks.workflow, workflow), isNull(chartLinks.revokedAt))

const UNKNOWN = {
  title: 'No chart here',
  message: 'There is no chart at this address. Check that the link was copied completely.',
}
const REVOKED = {
  title: 'Link revoked',
  message: 'This link to a chart was revoked. Ask an administrator of Homeroom for a new one.',
}
const BUSY = { title: 'Too many requests', message: 'This chart was opened too often. Please try again later.' }

export const createChartLinkHandlers = ({
  charts: { readings, frameOrigins },
}: {
  readonly charts: ChartLinkParts
}): HandlersOf<'getChartLinks' | 'createChartLink' | 'revokeChartLink' | 'readChartPage'> => {
  const drawings = new ChartDrawings()
  // Only this page may be framed, and only by these origins; X-Frame-Options can't name any.
  const headers = {
    'Content-Security-Policy': pagePolicy(frameOrigins),
    'X-Frame-Options': null,
    'Referrer-Policy': 'no-referrer',
  }
  const page = (content: string, status = 200, more: Record<string, string> = {}) =>
    new FileReply(content, undefined, { status, headers: { ...headers, ...more } })

  return {
    getChartLinks: async ({ body, db }) => {
      const rows = await db
        .select({
          id: chartLinks.id,
          createdAt: chartLinks.createdAt,
          createdBy: users.displayName,
          lastUsedAt: chartLinks.lastUsedAt,
        })
        .from(chartLinks)
        .innerJoin(users, eq(users.id, chartLinks.createdById))
        .where(liveLinksOf(body.workflow))
        .orderBy(desc(chartLinks.id))
      const links = rows.map(({ id, createdAt, createdBy, lastUsedAt }) => ({
        id,
        createdAtUtc: createdAt.toISOString(),
        createdBy,
        lastUsedAtUtc: lastUsedAt?.toISOString() ?? null,
      }))
      return { links, frameOrigins: [...frameOrigins] }
    },

    createChartLink: async ({ body, db, user, now, origin }) => {
      const { workflow } = storedWorkflow(body.workflow)
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const address = `${origin()}/embed/${token}`
      const id = await db.transaction(async (tx) => {
        const links = await tx.select({ total: count() }).from(chartLinks).where(liveLinksOf(workflow.name))
        if (requireCount(links) >= MAX_LINKS) {
          throw new Refusal(409, `A workflow can have at most ${MAX_LINKS} links. Revoke one that is no longer used.`)
        }
        const [created] = await tx
          .insert(chartLinks)
          .values({ workflow: workflow.name, tokenHash: hashOf(token), createdById: user.userId, createdAt: now })
          .returning({ id: chartLinks.id })
        if (!created) throw new Error('The link was not stored')
        return created.id
      })
      return { id, address }
    },

    revokeChartLink: async ({ body, db, now }) => {
      const revoked = await db.transaction((tx) =>
        tx
          .update(chartLinks)
          .set({ revokedAt: now })
          .where(and(eq(chartLinks.id, body.id), isNull(chartLinks.revokedAt)))
          .returning({ id: chartLinks.id }),
      )
      if (revoked.length === 0) throw new Refusal(404, 'This link was already revoked.')
      return null
    },

    readChartPage: async ({ params, db, now, address, timeZone }) => {
      try {
        const [link] = await db
          .select()
          .from(chartLinks)
          .where(eq(chartLinks.tokenHash, hashOf(params.token)))
        if (!link) {
          await readings.countMiss(address)
          return page(messagePage(UNKNOWN), 404)
        }
        await readings.count(String(link.id))
        if (link.revokedAt !== null) return page(messagePage(REVOKED), 410)
        const { id, lastUsedAt } = link
        if (lastUsedAt === null || Math.abs(now.getTime() - lastUsedAt.getTime()) >= USED_EVERY) {
          await db.update(chartLinks).set({ lastUsedAt: now }).where(eq(chartLinks.id, id))
        }
        const { workflow, lifecycle } = storedWorkflow(link.workflow)
        const request = { lifecycle, scope: undefined, context: { db, timeZone, now } }
        return page(chartPage(await drawings.draw(workflow, request), timeZone))
      } catch (error) {
        // A frame shows a page, not an envelope. A workflow may have left the catalog since.
        if (!(error instanceof Refusal)) throw error
        if (error.status === 404) return page(messagePage(UNKNOWN), 404)
        return page(messagePage(BUSY), error.status, error.headers)
      }
    },
  }
}
