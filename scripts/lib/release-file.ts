import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptChart, type ReleasedWorkflow } from '#machines/chart/release.ts'
import type { Workflow } from '#machines/chart/workflow.ts'

export const RELEASES_FOLDER = 'src/machines/releases'

/** One line per workflow, so that a difference between two releases is readable. */
const releaseText = (version: string, workflows: readonly ReleasedWorkflow[]): string =>
  `{"version":${JSON.stringify(version)},"workflows":[\n${workflows.map((each) => JSON.stringify(each)).join(',\n')}\n]}\n`

/**
 * Keeps the statecharts of a release.
 *
 * @param root the project's folder
 * @param date names the version; numbered if there is one of that day already
 * @returns the written file's path
 */
export const writeRelease = (
  root: string,
  date: string,
  workflows: readonly Pick<Workflow, 'name' | 'title' | 'machine'>[],
): string => {
  const pathOf = (version: string) => join(root, RELEASES_FOLDER, `${version}.json`)
  let version = date
  for (let count = 2; existsSync(pathOf(version)); count++) version = `${date}.${count}`
  mkdirSync(join(root, RELEASES_FOLDER), { recursive: true })
  const charts = workflows.map(({ name, title, machine }) => ({ name, title, chart: keptChart(machine) }))
  writeFileSync(pathOf(version), releaseText(version, charts))
  return pathOf(version)
}
