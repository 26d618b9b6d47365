import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { WORTH_COMPRESSING } from './envelope.ts'

const gzipAsync = promisify(gzip)

/** Whether an If-None-Match names the tag. Tags are compared weakly, as RFC 9110 has it for this header. */
const namesTag = (header: string | null, tag: string): boolean =>
  header
    ?.split(',')
    .map((part) => part.trim())
    .some((part) => part === '*' || part === tag) === true

/**
 * A file made for this request: private, asked for anew each time, and not sent again to who has it. Its tag is weak,
 * being the same however it is compressed.
 *
 * @param base headers that every reply carries
 */
export async function fileResponse(
  text: string,
  contentType: string,
  base: Readonly<Record<string, string>>,
  request: Request,
): Promise<Response> {
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const headers: Record<string, string> = {
    ...base,
    'Content-Type': contentType,
    'Cache-Control': 'private, no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding',
  }
  if (namesTag(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers })
  if (text.length < WORTH_COMPRESSING || !request.headers.get('accept-encoding')?.includes('gzip')) {
    return new Response(text, { headers })
  }
  headers['Content-Encoding'] = 'gzip'
  return new Response(new Uint8Array(await gzipAsync(text)), { headers })
}
