import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Mistake, plantedIn } from '../planted/mistake.ts'

/** For a build with one mistake. */
export const withMistake = (root: string, mistake: Mistake): Plugin => ({
  name: 'planted-mistake',
  enforce: 'pre',
  transform: (code, id) => (id === join(root, mistake.file) ? plantedIn(code, mistake) : undefined),
})
