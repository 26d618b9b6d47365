import pg from 'pg'
import { asDatabaseError, DatabaseUnavailable, isDiskFull } from './errors.ts'

type Callback = (error: unknown, ...results: unknown[]) => unknown
type Method = (...args: never[]) => unknown

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function'
}

/**
 * Replaces a method that pg overloads in too many ways for a subclass to declare: in both of its styles (promise,
 * callback), it converts connection errors.
 *
 * @param onError hears of every failure
 * @param refusal checked first: an error here is the call's result
 */
function wrapMethod(
  target: object,
  name: 'query' | 'connect',
  method: Method,
  onError: (error: unknown) => void = () => {},
  refusal?: () => Error | undefined,
): void {
  const converted = (error: unknown) => {
    onError(error)
    return asDatabaseError(error)
  }
  const call = (...args: unknown[]): unknown => {
    const last = args.at(-1)
    const refused = refusal?.()
    if (isCallback(last)) {
      if (refused) return void process.nextTick(last, refused)
      const callback: Callback = (error, ...results) => last(error ? converted(error) : error, ...results)
      return Reflect.apply(method, target, [...args.slice(0, -1), callback])
    }
    if (refused) return Promise.reject(refused)
    const result: unknown = Reflect.apply(method, target, args)
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      throw converted(error)
    })
  }
  Object.defineProperty(target, name, { configurable: true, value: call })
}

class TypedClient extends pg.Client {
  constructor(config: pg.ClientConfig | undefined, onError: (error: unknown) => void) {
    super(config)
    wrapMethod(this, 'query', super.query, onError)
    // The pool does not listen on a client that is checked out: without a listener, a connection lost between two
    // statements of a transaction would end the process. The next statement on it is refused anyway.
    this.on('error', () => {})
  }
}

/**
 * pg's pool, which rejects with `DatabaseUnavailable` for a lost connection, and which can be drained: closing lets
 * earlier requests finish, while pg's own `end` abandons those that wait for a connection.
 */
export class DatabasePool extends pg.Pool {
  /** Whether a statement failed because the disk is full. */
  isDiskFull = false
  #draining = false

  constructor(config: pg.PoolConfig, onIdleError: (error: Error) => void) {
    const noteFullDisk = (error: unknown) => {
      if (isDiskFull(error)) this.isDiskFull = true
    }
    class Client extends TypedClient {
      constructor(clientConfig?: pg.ClientConfig) {
        super(clientConfig, noteFullDisk)
      }
    }
    super({ ...config, Client })
    this.on('error', onIdleError)
    wrapMethod(this, 'query', super.query)
    wrapMethod(this, 'connect', super.connect, undefined, () =>
      this.#draining ? new DatabaseUnavailable('The database is closing.') : undefined,
    )
  }

  /**
   * Refuses new work and waits until all running and waiting work is done.
   *
   * @param graceMs how long to wait, in milliseconds
   * @returns whether everything finished in time
   */
  async drain(graceMs: number): Promise<boolean> {
    this.#draining = true
    const isDone = () => this.waitingCount === 0 && this.idleCount === this.totalCount
    if (isDone()) return true
    return new Promise((resolve) => {
      const finish = (finished: boolean) => {
        clearTimeout(timer)
        this.off('release', check)
        this.off('remove', check)
        resolve(finished)
      }
      const check = () => setImmediate(() => isDone() && finish(true))
      const timer = setTimeout(() => finish(false), graceMs)
      this.on('release', check)
      this.on('remove', check)
    })
  }
}
