import { relative } from 'node:path'

/** Longer messages, mostly of values that differ, are printed where the test ran. */
const SHOWN_LINES = 12

/** What an error says, indented, and the first line of the repository's own code in its stack. */
function reasonOf(error, root) {
  const lines = error.split('\n')
  const isFrame = (line) => /^\s+at /.test(line)
  const said = lines.filter((line) => !isFrame(line) && line.trim() !== '').slice(0, SHOWN_LINES)
  const frame = lines.find((line) => isFrame(line) && line.includes(root) && !line.includes('node_modules'))
  const place = frame === undefined ? [] : [frame.trim().replace(`${root}/`, '')]
  return [...said, ...place].map((line) => `\n    ${line}`).join('')
}

/**
 * Adds up one JSON report from Vitest. A file that failed without a failed test (it did not load, or a hook failed)
 * counts as one failure; skipped tests are listed per file and group. A test that failed and passed when retried counts
 * as passed, but is listed. Both are listed with their first error. `files` has the seconds that each file took.
 * @param report Vitest's JSON report, or undefined if it wrote none
 * @param root the folder that file names are relative to
 */
export function tally(report, root) {
  const result = { passed: 0, failed: 0, failures: [], skipped: [], retried: [], files: [] }
  const skippedByGroup = new Map()
  for (const file of report?.testResults ?? []) {
    const name = relative(root, file.name)
    const tests = file.assertionResults
    result.files.push({ name, seconds: (file.endTime - file.startTime) / 1000 })
    for (const test of tests) {
      const [error] = test.failureMessages ?? []
      const line = `${name}: ${test.fullName}${error === undefined ? '' : reasonOf(error, root)}`
      if (test.status === 'passed') {
        result.passed += 1
        if (error !== undefined) result.retried.push(line)
      } else if (test.status === 'failed') {
        result.failed += 1
        result.failures.push(line)
      } else {
        const group = [name, ...test.ancestorTitles.slice(0, 1)].join(': ')
        skippedByGroup.set(group, (skippedByGroup.get(group) ?? 0) + 1)
      }
    }
    if (file.status === 'failed' && !tests.some((test) => test.status === 'failed')) {
      result.failed += 1
      result.failures.push(`${name}: ${(file.message || 'the file failed to run').split('\n')[0]}`)
    }
  }
  for (const [group, count] of skippedByGroup) result.skipped.push(`${group} (${count})`)
  return result
}
