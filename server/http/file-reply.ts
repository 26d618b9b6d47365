import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { WORTH_COMPRESSING } from './envelope.ts'
import type { FileReply } from './handler.ts'

const gzipAsync = promisify(gzip)

/** Whether an If-None-Match names the tag. Tags are compared weakly, as RFC 9110 has it for this header. */
const namesTag = (header: string | null, tag: string): boolean =>
  header
    ?.split(',')
    .map((part) => part.trim())
    .some((part) => part === '*' || part === tag) === true

/** For programs that know ASCII alone, and in full for the others (RFC 6266). */
const attachment = (fileName: string): string => {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}

/**
 * A file made for this request: private, asked for anew each time, and not sent again to who has it. Its tag is weak,
 * being the same however it is compressed; only text is, for other files are by themselves.
 *
 * @param base headers that every reply carries
 */
export async function fileResponse(
  { content, fileName }: FileReply,
  contentType: string,
  base: Readonly<Record<string, string>>,
  request: Request,
): Promise<Response> {
  const tag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  const headers: Record<string, string> = {
    ...base,
    'Content-Type': contentType,
    'Cache-Control': 'private, no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding',
    ...(fileName !== undefined && { 'Content-Disposition': attachment(fileName) }),
  }
  if (namesTag(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers })
  const isWorthIt = typeof content === 'string' && content.length >= WORTH_COMPRESSING
  if (!isWorthIt || !request.headers.get('accept-encoding')?.includes('gzip')) return new Response(content, { headers })
  headers['Content-Encoding'] = 'gzip'
  return new Response(new Uint8Array(await gzipAsync(content)), { headers })
}
