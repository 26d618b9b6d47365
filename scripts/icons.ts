/** `npm run icons`: writes the icons that modules import to src/ui/icon/icons.json. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/dependencies.mjs'
import { iconsText } from './lib/icon-files.ts'
import { ICONS_FILE } from './lib/icons.mjs'

writeFileSync(join(root, ICONS_FILE), iconsText())
