import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Workflow } from '#machines/definition/workflow.ts'
import { keptChart, type ReleasedWorkflow } from '#workflows/compare/release.ts'

export const RELEASES_FOLDER = 'src/workflows/compare/releases'

/** One line per workflow, so that a difference between two releases is readable. */
const releaseText = (version: string, workflows: readonly ReleasedWorkflow[]): string =>
  `{"version":${JSON.stringify(version)},"workflows":[\n${workflows.map((each) => JSON.stringify(each)).join(',\n')}\n]}\n`

/**
 * Keeps the statecharts of a release.
 *
 * @param root the project's folder
 * @param at names the version, to the minute: `2026-11-23T1430Z`
 * @returns the written file's path
 */
export const writeRelease = (
  root: string,
  at: Date,
  workflows: readonly Pick<Workflow, 'name' | 'title' | 'machine'>[],
): string => {
  const version = `${at.toISOString().slice(0, 16).replace(':', '')}Z`
  const path = join(root, RELEASES_FOLDER, `${version}.json`)
  mkdirSync(join(root, RELEASES_FOLDER), { recursive: true })
  const charts = workflows.map(({ name, title, machine }) => ({ name, title, chart: keptChart(machine) }))
  writeFileSync(path, releaseText(version, charts), { flag: 'wx' })
  return path
}
