import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream'
import { DamagedFile } from './storage.ts'

/**
 * The same bytes, checked while they pass. The last piece waits for the result: a reader who knows the size never takes
 * damaged bytes for the whole file.
 *
 * @returns a stream that ends with DamagedFile unless the bytes have this hash
 */
export function verified(source: Readable, name: string, { size, sha256 }: { size: number; sha256: string }): Readable {
  const hash = createHash('sha256')
  let read = 0
  let last: Buffer | undefined
  const check = new Transform({
    transform(piece: Buffer, _encoding, next) {
      hash.update(piece)
      read += piece.length
      if (last) this.push(last)
      last = piece
      next()
    },
    flush(next) {
      if (read !== size || hash.digest('hex') !== sha256) {
        next(new DamagedFile(`The stored file ${name} is damaged.`))
        return
      }
      if (last) this.push(last)
      next()
    },
  })
  // The check itself carries the error of either stream to its reader.
  pipeline(source, check, () => {})
  return check
}

/** Counts and hashes bytes while they pass. */
export class Measure extends Transform {
  readonly #hash = createHash('sha256')
  size = 0

  override _transform(piece: Buffer, _encoding: BufferEncoding, next: TransformCallback): void {
    this.size += piece.length
    this.#hash.update(piece)
    next(null, piece)
  }

  /** In hexadecimal; once all bytes have passed. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}
