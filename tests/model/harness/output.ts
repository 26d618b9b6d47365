/** Folder for screenshots of failed paths and for run reports, below the project's root; git ignores it. */
export const outputFolder = '.test-output'

/** The coverage of the last runs, below the project's root; git ignores it. */
export const COVERAGE_FILE = 'generated/coverage.json'
