/**
 * Runs as the parent of child processes: forwards signals to them, exits with the code of the first child to exit, and
 * stops the others.
 */
export function passSignalsTo(children) {
  // A terminal's Ctrl+C already reaches the children: a second signal would cut their clean shutdown short.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {
    for (const child of children) child.kill('SIGTERM')
  })
  for (const child of children) {
    child.on('exit', (code) => {
      process.exitCode ??= code ?? 1
      for (const other of children) if (other.exitCode === null) other.kill('SIGTERM')
    })
  }
}
