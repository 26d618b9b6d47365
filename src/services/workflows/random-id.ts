/** Names a tab or a watcher; random, and to be had without https as well. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')
