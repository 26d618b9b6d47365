import type { Plugin } from 'vite'

/**
 * For a plugin that loads files with a mistake under ids of their own: these are not kept in Vitest's cache of transformed
 * modules, and all others are kept as if the plugin were not there, so that the projects share them.
 */
export const withoutCache = (isMistaken: (id: string) => boolean): Pick<Plugin, 'api' | 'configureVitest'> => ({
  api: { vitest: { experimental: { ignoreFsModuleCache: true } } },
  configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
    experimental_defineCacheKeyGenerator(({ id }) => (isMistaken(id) ? false : undefined)),
})
