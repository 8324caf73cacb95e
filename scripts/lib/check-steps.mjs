import path from 'node:path'
import process from 'node:process'
import { migrationProblems } from './migration-hashes.mjs'
import { homeScriptBytes } from './page-weight.mjs'
import { root } from './paths.mjs'
import { requirementProblems } from './requirement-tests.mjs'
import { run } from './run.mjs'
import { ensureWebBuild } from './web-build.mjs'

/** @typedef {{ name: string, check: () => Promise<string> }} Step `check` resolves to the problems as text, '' if there are none */

/** JavaScript that the home page may load before it is interactive, in gzip bytes as sent. Raised only in the commit that grows it. */
const homeBudgetBytes = 115_700

/** @param {string} name @param {readonly string[]} args @param {string} [cwd] */
async function tool(name, args, cwd = root) {
  const program = path.join(root, 'node_modules', '.bin', name)
  const { code, output } = await run(process.execPath, [program, ...args], { cwd })
  return code === 0 ? '' : output.trim() || `${name} ended with code ${code}`
}

const web = path.join(root, 'apps/web')

/** The types of the routes are generated; the type check and the dead-code check need them. */
const generateRouteTypes = () => tool('react-router', ['typegen'], web)

async function checkPageWeight() {
  await ensureWebBuild()
  const bytes = homeScriptBytes(path.join(web, 'build'))
  if (bytes <= homeBudgetBytes) return ''
  return `the home page loads ${bytes} bytes of JavaScript before it is interactive; ${homeBudgetBytes} are allowed; look for what the home page loads needlessly, or raise homeBudgetBytes in scripts/lib/check-steps.mjs in the commit that grows it`
}

/** @type {readonly Step[]} The long steps first: two run concurrently. */
const allSteps = [
  { name: 'lint', check: () => tool('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'dead code', check: () => tool('knip', ['--no-progress']) },
  { name: 'code that only tests use', check: () => tool('knip', ['--no-progress', '--production']) },
  { name: 'page weight', check: checkPageWeight },
  { name: 'types', check: () => tool('tsc', ['-p', root]) },
  { name: 'types of the pages', check: () => tool('tsc', ['-p', web]) },
  { name: 'types of the worker', check: () => tool('tsc', ['-p', path.join(web, 'worker')]) },
  { name: 'types of danmaku', check: () => tool('tsc', ['-p', path.join(root, 'packages/danmaku')]) },
  { name: 'types of the scripts', check: () => tool('tsc', ['-p', path.join(root, 'scripts')]) },
  { name: 'format', check: () => tool('oxfmt', ['--check']) },
  { name: 'imports', check: () => tool('depcruise', ['packages', 'apps', 'e2e', 'bench']) },
  { name: 'requirements', check: async () => requirementProblems(root) },
  { name: 'migrations', check: async () => migrationProblems(path.join(root, 'apps/server/migrations')).join('\n') },
]

/** @param {Step} step */
async function runStep({ name, check }) {
  const start = performance.now()
  const problems = await check().catch((error) => (error instanceof Error ? error.message : String(error)))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `${problems === '' ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${problems === '' ? '' : `\n${problems}`}`,
  )
  return problems === ''
}

/**
 * Runs steps, two concurrently, and prints a line for each, followed by its problems.
 * @param {readonly Step[]} steps
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runSteps(steps) {
  const waiting = [...steps]
  /** @type {boolean[]} */
  const outcomes = []
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) outcomes.push(await runStep(step))
  }
  await Promise.all([worker(), worker()])
  const passed = outcomes.filter(Boolean).length
  return { passed, failed: steps.length - passed }
}

/** Runs every check of the project. */
export async function runChecks() {
  const notGenerated = await generateRouteTypes()
  if (notGenerated !== '') console.log(notGenerated)
  return runSteps(allSteps)
}
