/** The organization's logo. A new one is a new row, since issued invoices keep theirs. */
import { eq } from 'drizzle-orm'
import { logoSchema } from '#contract/organization.ts'
import { MAX_LOGO_PIXELS, organizationMessages } from '#domain/organization-form.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { organisation, organisationLogos } from '#server/db/schema/organization.ts'
import type { Logo } from '#server/documents/logo.ts'
import { done, FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hasWholePixels, type ImageHeader, readImageHeader } from './image-header.ts'
import { logSettings } from './settings-log.ts'

const readLogo = async (db: Pick<Db, 'select'>) => {
  const [logo] = await db
    .select({ id: organisationLogos.id, content: organisationLogos.content })
    .from(organisation)
    .innerJoin(organisationLogos, eq(organisationLogos.id, organisation.logoId))
  return logo
}

/** The logo on documents that are written now. */
export const readOrganizationLogo = async (db: Pick<Db, 'select'>): Promise<Logo | null> => {
  const [logo] = await db
    .select({ mediaType: organisationLogos.mediaType, content: organisationLogos.content })
    .from(organisation)
    .innerJoin(organisationLogos, eq(organisationLogos.id, organisation.logoId))
  return logo ? { mediaType: logo.mediaType, content: new Uint8Array(logo.content) } : null
}

/** What the settings say about the logo. */
export const describeLogo = async (db: Pick<Db, 'select'>) => {
  const [logo] = await db
    .select({ id: organisationLogos.id, mediaType: organisationLogos.mediaType })
    .from(organisation)
    .innerJoin(organisationLogos, eq(organisationLogos.id, organisation.logoId))
  return logo ? logoSchema.parse(logo) : null
}

const inWords = ({ mediaType, width, height }: ImageHeader) =>
  `${mediaType === 'image/png' ? 'PNG' : 'JPEG'} image, ${width} × ${height} pixels`

/** '' for none. */
const storedInWords = (logo: { readonly content: Uint8Array } | undefined): string => {
  const header = logo && readImageHeader(logo.content)
  return header instanceof Object ? inWords(header) : ''
}

const DAMAGED = 'This image is damaged or incomplete. Save it again and retry.'

/** @throws Refusal 406 unless it is an image that invoices can print */
const requireImage = async (content: Uint8Array): Promise<ImageHeader> => {
  const header = readImageHeader(content)
  if (header === 'other') throw new Refusal(406, 'This file is not a PNG or JPEG image, whatever its name says.')
  if (header === 'damaged') throw new Refusal(406, DAMAGED)
  const { width, height } = header
  if (Math.max(width, height) > MAX_LOGO_PIXELS) {
    throw new Refusal(
      406,
      `The image has ${width} × ${height} pixels, and at most ${MAX_LOGO_PIXELS} × ${MAX_LOGO_PIXELS} are allowed. Make it smaller and retry.`,
    )
  }
  // Not before its size is known to be small enough to decode.
  if (!(await hasWholePixels(content, header))) throw new Refusal(406, DAMAGED)
  return header
}

/** Makes changes of the settings wait for each other. */
const lockOrganization = (tx: Tx) => tx.select({ id: organisation.id }).from(organisation).for('update')

export const logoHandlers: HandlersOf<'uploadLogo' | 'removeLogo' | 'getLogo'> = {
  uploadLogo: async ({ file, db, user, now }) => {
    const header = await requireImage(file.bytes)
    const { mediaType } = header
    const id = await db.transaction(async (tx) => {
      await lockOrganization(tx)
      const before = await readLogo(tx)
      const [added] = await tx
        .insert(organisationLogos)
        .values({ mediaType, content: Buffer.from(file.bytes), createdAt: now, createdById: user.userId })
        .returning({ id: organisationLogos.id })
      if (!added) throw new Error('The logo was not stored')
      // The version stays: a form that is open elsewhere does not contain the logo.
      await tx.update(organisation).set({ logoId: added.id })
      await logSettings(tx, { userId: user.userId, now }, [
        { field: 'logo', before: storedInWords(before), after: inWords(header) },
      ])
      return added.id
    })
    return done({ id, mediaType }, organizationMessages.logoSaved)
  },

  removeLogo: async ({ db, user, now }) => {
    await db.transaction(async (tx) => {
      await lockOrganization(tx)
      const before = await readLogo(tx)
      if (!before) throw new Refusal(404, organizationMessages.noLogo)
      await tx.update(organisation).set({ logoId: null })
      await logSettings(tx, { userId: user.userId, now }, [{ field: 'logo', before: storedInWords(before), after: '' }])
    })
    return done(null, organizationMessages.logoRemoved)
  },

  getLogo: async ({ db }) => {
    const logo = await readLogo(db)
    if (!logo) throw new Refusal(404, organizationMessages.noLogo)
    return new FileReply(new Uint8Array(logo.content))
  },
}
