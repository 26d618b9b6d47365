import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { MIN_COMPRESSED_LENGTH } from './envelope.ts'
import type { FileReply, KnownContent, StreamedContent } from './handler.ts'

const gzipAsync = promisify(gzip)

/** Whether an If-None-Match contains the tag. RFC 9110 requires a weak comparison for this header. */
const namesTag = (header: string | null, tag: string): boolean =>
  header
    ?.split(',')
    .map((part) => part.trim())
    .some((part) => part === '*' || part === tag) === true

/** The name in ASCII for old programs, and in full for the others (RFC 6266). */
const attachment = (fileName: string): string => {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}

const isStreamed = (content: FileReply['content']): content is StreamedContent =>
  typeof content === 'object' && 'stream' in content

const isMadeLater = (content: FileReply['content']): content is KnownContent =>
  typeof content === 'object' && 'make' in content

export const tagOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

/**
 * A file generated for this request: private, revalidated every time, and not sent again if unchanged. Its tag is weak,
 * since compression does not change it; only text is compressed, other file types already are.
 *
 * @param base headers of every reply
 */
export async function fileResponse(
  { content: given, fileName, status, headers: own, contentType: ownType }: FileReply,
  contentType: string,
  base: Readonly<Record<string, string>>,
  request: Request,
): Promise<Response> {
  const tag = `W/"${isStreamed(given) || isMadeLater(given) ? given.tag : tagOf(given)}"`
  const kept = Object.entries({ ...base, ...own }).filter((entry): entry is [string, string] => entry[1] !== null)
  const headers: Record<string, string> = {
    ...Object.fromEntries(kept),
    'Content-Type': ownType ?? contentType,
    'Cache-Control': 'private, no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding',
    ...(fileName !== undefined && { 'Content-Disposition': attachment(fileName) }),
  }
  if (status === 200 && namesTag(request.headers.get('if-none-match'), tag)) {
    if (isStreamed(given)) given.stream.destroy()
    return new Response(null, { status: 304, headers })
  }
  const content = isMadeLater(given) ? await given.make() : given
  if (isStreamed(content)) {
    if (content.size !== undefined) headers['Content-Length'] = String(content.size)
    return new Response(Readable.toWeb(content.stream) as ReadableStream<Uint8Array>, { status, headers })
  }
  const isWorthIt = typeof content === 'string' && content.length >= MIN_COMPRESSED_LENGTH
  if (!isWorthIt || !request.headers.get('accept-encoding')?.includes('gzip'))
    return new Response(content, { status, headers })
  headers['Content-Encoding'] = 'gzip'
  return new Response(new Uint8Array(await gzipAsync(content)), { status, headers })
}
