/** Runs after `npm ci`: writes the modules that are not in the repository, so that editors find them. */
import { root } from './lib/dependencies.mjs'
import { prepareIcons } from './lib/icons.mjs'

prepareIcons(root)
