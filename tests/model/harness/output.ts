/** Folder for screenshots of failed paths and for run reports, below the project's root; git ignores it. */
export const outputFolder = '.test-output'

/** The coverage of the last runs, below the project's root; git ignores it. */
export const COVERAGE_FILE = 'generated/coverage.json'

export const CHARTS_FOLDER = 'docs/workflows'

/** Coverage of the generated tests, next to the charts; `npm run test:model -- -u` updates it. */
export const COVERAGE_PAGE = 'coverage.md'
