/** Writes a module for each icon of `src/ui/icon/icons.json`: in one module, every page would load all of them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Paths by the icon's name, with the suffix `-filled` for icons of areas; `npm run icons` writes it. */
export const ICONS_FILE = 'src/ui/icon/icons.json'
/** `#ui/icons/` */
const ICONS = 'generated/icons'

const pascal = (name) =>
  name
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const moduleOf = (name, paths) => {
  const make = name.endsWith('-filled') ? 'filledIcon' : 'outlineIcon'
  const given = paths.map((path) => `'${path}'`).join(', ')
  return `import { ${make} } from '#ui/icon/icon.tsx'\n\nexport const Icon${pascal(name)} = ${make}(${given})\n`
}

/** A file that is as it should be is left alone, so that no build is out of date. */
export const prepareIcons = (root) => {
  const folder = join(root, ICONS)
  const icons = Object.entries(JSON.parse(readFileSync(join(root, ICONS_FILE), 'utf8')))
  const modules = new Map(icons.map(([name, paths]) => [`${name}.ts`, moduleOf(name, paths)]))
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (!modules.has(name)) rmSync(join(folder, name))
  for (const [name, text] of modules) {
    const path = join(folder, name)
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
  }
}
