import { prepareIcons } from './icons.mjs'

/**
 * Writes the modules and data that are not in the repository, if they are missing or out of date. The first time takes a
 * type checker some seconds.
 */
export const prepare = async (root) => {
  prepareIcons(root)
  // It needs packages, which may not be installed yet when this is loaded.
  const { prepareEventSchemas } = await import('./event-schemas.mjs')
  prepareEventSchemas(root)
}
