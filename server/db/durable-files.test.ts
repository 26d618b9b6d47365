import fs, { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unpackCluster } from './data-directory.ts'
import { DurableFiles } from './durable-files.ts'
import { preparedDatabase } from './prepared-database.ts'

const { fsyncSync } = fs
let folder: string

/** Replaces Node's fsync, for every module that imports it. */
function replaceFsync(replacement: typeof fsyncSync): void {
  fs.fsyncSync = replacement
  syncBuiltinESMExports()
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeroom-data-'))
})

afterEach(() => {
  replaceFsync(fsyncSync)
  rmSync(folder, { recursive: true, force: true })
})

test('every commit reaches the disk before it is acknowledged; reads and rollbacks need not', async () => {
  const cluster = join(folder, 'cluster')
  unpackCluster(readFileSync(await preparedDatabase()), cluster)
  const files = new DurableFiles(cluster)
  const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F')
  const engine = await PGlite.create({ fs: files, startParams: [...startParams, '-c', 'wal_sync_method=fsync'] })
  await engine.exec('create table written (n int)')
  let synced = 0
  replaceFsync((descriptor) => {
    synced++
    fsyncSync(descriptor)
  })
  const syncsOf = async (statements: string) => {
    const before = synced
    await engine.exec(statements)
    return synced - before
  }

  for (let n = 0; n < 5; n++) expect(await syncsOf(`insert into written values (${n})`)).toBeGreaterThanOrEqual(1)
  expect(await syncsOf('begin; insert into written values (9); rollback')).toBe(0)
  await engine.exec('select * from written')
  expect(await syncsOf('select * from written')).toBe(0)
  expect(files.bytesWritten).toBeGreaterThan(8192)
  expect(files.failure).toBeUndefined()
  await engine.close()
}, 60_000)
