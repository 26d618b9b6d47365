/**
 * Stands for child processes: they get the signals that this process gets, it ends when the first of them does, with
 * that one's code, and then takes the others along.
 */
export function passSignalsTo(children) {
  // A terminal's Ctrl+C reaches the children by itself: a second one would cut their clean stop short.
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
