/** A random id for a tab or watcher; unlike `randomUUID`, it works without HTTPS. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')
