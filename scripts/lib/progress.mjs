import { spawn } from 'node:child_process'

const WIDTH = 24
/** In milliseconds. */
const REDRAW = 200

/** `share` from 0 to 1. */
export const barOf = (name, share, seconds) => {
  const filled = Math.round(Math.min(Math.max(share, 0), 1) * WIDTH)
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${name} (${seconds} s)`
}

/**
 * Runs a command behind a bar; elsewhere than on a terminal, prints a line when it begins. Its output is shown only if it
 * fails.
 *
 * @param {string} name what it does, for the user
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} options of `spawn`
 * @param {() => number} share how much of it is done, from 0 to 1
 * @throws Error with the command's output when it fails
 */
export const runBehindBar = (name, command, args, options, share) =>
  new Promise((resolve, reject) => {
    const { stdout } = process
    const startedAt = Date.now()
    const seconds = () => Math.round((Date.now() - startedAt) / 1000)
    const draw = (part) => stdout.write(`\r\x1b[K${barOf(name, part, seconds())}`)
    if (!stdout.isTTY) console.log(`${name} …`)
    const timer = stdout.isTTY ? setInterval(() => draw(share()), REDRAW) : undefined
    let output = ''
    const end = (failure) => {
      clearInterval(timer)
      if (stdout.isTTY) {
        if (!failure) draw(1)
        stdout.write('\n')
      }
      if (failure) reject(new Error(`${name} failed: ${failure}\n${output}`))
      else resolve()
    }
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.on('error', ({ message }) => end(message))
    child.on('close', (code, signal) => end(code === 0 ? undefined : `exit code ${code ?? signal}`))
  })
