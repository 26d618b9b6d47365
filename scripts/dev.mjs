/**
 * `npm run dev`: the server from its sources, started anew when they change, and Vite in front of it, which shows changes
 * of the client at once. The data is the same as `npm start`'s.
 */
import { spawn } from 'node:child_process'
import { ensureDependencies, root } from './lib/dependencies.mjs'
import { passSignalsTo } from './lib/signals.mjs'

ensureDependencies()
const run = (...args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
passSignalsTo([
  run('--watch', '--watch-preserve-output', '--import', 'tsx', 'server/main.ts', '--demo', '--log-level', 'info'),
  run('node_modules/vite/bin/vite.js', '--host', '127.0.0.1'),
])
