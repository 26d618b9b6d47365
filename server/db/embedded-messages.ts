/** Startup options of the embedded engine's worker. */
export type EmbeddedStart = {
  /** The folder of the cluster, or undefined for one in memory. */
  cluster: string | undefined
  /** A prepared data directory (tar, gzipped or not) to start from if there is no cluster yet. */
  prepared: string | undefined
}

/** To the worker. Every message except `close` is answered with its `id`. */
export type ToWorker =
  | { type: 'startup'; id: number; bytes: Uint8Array }
  | { type: 'request'; id: number; bytes: Uint8Array }
  | { type: 'dump'; id: number }
  | { type: 'close' }

/** From the worker: `ready` or `failed` once, then answers; `broken` when the engine can no longer be trusted. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'answer'; id: number; bytes: Uint8Array }
  | { type: 'broken'; message: string }
  | { type: 'maintenance-failed'; message: string }
  | { type: 'closed' }
