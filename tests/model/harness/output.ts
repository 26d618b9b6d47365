/** Where pictures of failed paths and the reports of runs go, below the project's folder; git ignores it. */
export const outputFolder = '.test-output'

/** What the last runs met, below the project's folder; git ignores it. */
export const COVERAGE_FILE = 'generated/coverage.json'
