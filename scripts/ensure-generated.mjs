/** The first step of `npm run build`. */
import { root } from './lib/dependencies.mjs'
import { ensureGenerated } from './lib/generated.mjs'

ensureGenerated(root)
