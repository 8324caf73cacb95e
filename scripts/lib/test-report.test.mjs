import { expect, test } from 'vitest'
import { countTests, slowest, vitestArguments } from './test-report.mjs'

test('a file that cannot be loaded counts as a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]
  expect(countTests({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({ passed: 2, failed: 2 })
})

test('the slowest entries are listed in descending order', () => {
  const entries = [1200, 90_000, 40, 5000].map((ms) => ({ name: `file ${ms}`, ms }))
  expect(slowest(entries, 3)).toBe('   90.0 s  file 90000\n    5.0 s  file 5000\n    1.2 s  file 1200')
})

test('a part is a project, or the files whose path contains it; options are passed on', () => {
  expect(vitestArguments(['e2e'])).toEqual(['--project=e2e'])
  expect(vitestArguments(['node', 'domains/catalog', '-t', 'K01'])).toEqual([
    '--project=node*',
    'domains/catalog',
    '-t',
    'K01',
  ])
})
