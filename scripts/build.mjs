/** `npm run build`: bundles client and server into dist/, and prepares the database that new servers start from. */
import { spawn } from 'node:child_process'
import { root } from './lib/dependencies.mjs'
import { prepare } from './lib/prepare.mjs'

const run = (...args) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`node ${args.join(' ')} failed`))))
  })

const vite = (...args) => run('node_modules/vite/bin/vite.js', 'build', ...args)

const buildClient = async () => {
  await prepare(root)
  await vite()
}

const buildServer = async () => {
  await vite('--config', 'vite.server.config.ts')
  await run('dist/server/build-database.js')
}

try {
  await Promise.all([buildServer(), buildClient()])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
