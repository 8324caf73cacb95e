/**
 * @typedef {{ status: string, assertionResults: { status: string }[] }} FileReport
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: FileReport[] }} Report of Vitest's JSON reporter
 */

/**
 * What a test run came to. A file that failed without a failing test in it (it did not load, or its set-up broke) counts
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
