/**
 * Loaded into a server process: on SIGUSR2 it collects its garbage and writes how much memory it takes to MEMORY_FILE.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const file = process.env.MEMORY_FILE
  process.on('SIGUSR2', () => {
    collect()
    const { rss, heapUsed } = process.memoryUsage()
    writeFileSync(`${file}.new`, JSON.stringify({ rss, heapUsed }))
    renameSync(`${file}.new`, file)
  })
}
