/**
 * The icons that the portal shows. The package they come from has 6,000 icons in 11,000 files, more than a third of all
 * files that running the portal would install.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from './dependencies.mjs'

/** Shapes by the icon's name: tag and attributes. Icons with other shapes than paths are left out. */
const shapesOf = z.record(z.string(), z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())])))
const pathOf = z.tuple([z.literal('path'), z.strictObject({ d: z.string() })])

/** The package exports its pictures, but not these tables of them. */
const readShapes = (style: 'filled' | 'outline') =>
  shapesOf.parse(JSON.parse(readFileSync(join(root, `node_modules/@tabler/icons/tabler-nodes-${style}.json`), 'utf8')))

/** The names of icons that modules import, with the suffix `-filled` for those of areas; sorted. */
const importedIcons = (): readonly string[] => {
  const modules = ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  )
  const names = modules.flatMap((text) => [...text.matchAll(/ from '#ui\/icons\/([a-z0-9-]+)\.ts'/g)])
  return [...new Set(names.map(([, name = '']) => name))].sort()
}

/**
 * The text of the file of icons: an icon in a line.
 * @throws Error when there is no icon of an imported name, or it has other shapes than paths
 */
export const iconsText = (): string => {
  const filledShapes = readShapes('filled')
  const outlineShapes = readShapes('outline')
  const lines = importedIcons().map((name) => {
    const isFilled = name.endsWith('-filled')
    const shapes = isFilled ? filledShapes[name.replace('-filled', '')] : outlineShapes[name]
    const paths = z.array(pathOf).safeParse(shapes)
    if (!paths.success) throw new Error(`Tabler has no icon of paths named ${name}.`)
    return `  ${JSON.stringify(name)}: ${JSON.stringify(paths.data.map(([, { d }]) => d))}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}
