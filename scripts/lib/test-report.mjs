/**
 * @typedef {{ status: string, assertionResults: { status: string }[] }} FileReport
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: FileReport[] }} Report of Vitest's JSON reporter
 */

/**
 * Counts the tests of a run. A file that failed without a failed test (it could not be loaded, or its setup failed) counts
 * as one failure.
 * @param {Report} report
 * @returns {{ passed: number, failed: number }}
 */
export function countTests({ numPassedTests, numFailedTests, testResults }) {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length }
}

/**
 * Formats the slowest entries, one per line, the slowest first.
 * @param {readonly { name: string, ms: number }[]} entries
 * @param {number} count
 */
export function slowest(entries, count) {
  return entries
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
    .join('\n')
}

/** The projects of vitest.config.ts by the name of a part. @type {Readonly<Record<string, string>>} */
const projectOfPart = { node: 'node*', web: 'web', e2e: 'e2e' }

/**
 * Converts the arguments of `npm test -- …` to arguments of Vitest: names of projects select projects, other names select
 * the files whose path contains them, options are passed on.
 * @param {readonly string[]} parts
 * @returns {string[]}
 */
export function vitestArguments(parts) {
  return parts.map((part) => {
    const project = Object.hasOwn(projectOfPart, part) ? projectOfPart[part] : undefined
    return project === undefined ? part : `--project=${project}`
  })
}
