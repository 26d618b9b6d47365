import { importThread } from '#server/import-thread.dev.mjs'

await importThread(new URL('./embedded-worker.ts', import.meta.url))
