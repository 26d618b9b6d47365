/**
 * `npm run dev`: runs the server from source, restarted on changes, behind Vite, which applies client changes at once.
 * Uses the same data as `npm start`.
 */
import { spawn } from 'node:child_process'
import { ensureDependencies, root } from './lib/dependencies.mjs'
import { prepare } from './lib/prepare.mjs'
import { passSignalsTo } from './lib/signals.mjs'

ensureDependencies()
await prepare(root)
const run = (...args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
passSignalsTo([
  run('--watch', '--watch-preserve-output', '--import', 'tsx', 'server/main.ts', '--demo', '--log-level', 'info'),
  run('node_modules/vite/bin/vite.js', '--host', '127.0.0.1'),
])
