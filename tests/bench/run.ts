import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Bench, type BenchResult, isMet, type Row, type Target } from './bench.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const output = fileURLToPath(new URL('../../.bench', import.meta.url))

interface Measured extends BenchResult {
  name: string
  at: string
  machine: string
  /** The machine's load average over a minute, before and after; above its number of cores, it was busy. */
  load: readonly [number, number]
}

const figure = (value: number | undefined) =>
  value === undefined ? '' : value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const tableOf = (rows: readonly Row[]): string => {
  const columns = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))]
  const cells = [
    ['', ...columns],
    ...rows.map((row) => [row.name, ...columns.map((column) => figure(row.values[column]))]),
  ]
  const widths = cells[0]?.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0))) ?? []
  const pad = (cell: string, index: number) =>
    index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)
  return cells.map((line) => line.map(pad).join('  ')).join('\n')
}

const targetLine = (target: Target): string => {
  const bound = target.atMost === undefined ? `at least ${target.atLeast}` : `at most ${target.atMost}`
  return `  ${isMet(target) ? 'met    ' : 'NOT MET'}  ${target.name}: ${figure(target.value)} ${target.unit} (${bound})`
}

const loadNow = () => Number(loadavg()[0]?.toFixed(1))

const wanted = process.argv.slice(2)
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts') && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .sort()
const resultsFile = join(output, 'results.json')
const results: Record<string, Measured> = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {}
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`
let missed = 0
let ran = 0
for (const file of files) {
  const { bench }: { bench: Bench } = await import(pathToFileURL(join(folder, file)).href)
  console.log(`\n── ${bench.name}\n`)
  if (bench.lasts !== undefined && wanted.length === 0) {
    console.log(`  Left out, since it takes ${bench.lasts}: npm run bench -- ${file.replace('.bench.ts', '')}`)
    continue
  }
  ran += 1
  const before = loadNow()
  const result = await bench.run()
  const load = [before, loadNow()] as const
  results[bench.name] = { name: bench.name, at: new Date().toISOString(), machine, load, ...result }
  console.log(tableOf(result.rows))
  console.log(`\n${[...result.targets.map(targetLine), ...(result.notes ?? []).map((note) => `  ${note}`)].join('\n')}`)
  console.log(`  Load before and after: ${load.join(' and ')} on ${cpus().length} cores.`)
  missed += result.targets.filter((target) => !isMet(target)).length
  // After each one, so that a benchmark that fails does not lose the others' results.
  mkdirSync(output, { recursive: true })
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
}
console.log(`\n${ran} benchmarks, ${missed} targets not met; ${resultsFile}`)
