/** Where pictures of failed paths and the reports of runs go, below the project's folder; git ignores it. */
export const outputFolder = '.test-output'

/** What the last run met, below the project's folder; checked in. */
export const COVERAGE_FILE = 'src/machines/chart/coverage.json'
