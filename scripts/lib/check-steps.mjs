import path from 'node:path'
import process from 'node:process'
import { findBreachesIn } from './import-rules.mjs'
import { homeScriptBytes } from './page-weight.mjs'
import { root } from './paths.mjs'
import { run } from './run.mjs'
import { ensureWebBuild } from './web-build.mjs'

/** @typedef {{ name: string, check: () => Promise<string> }} Step `check` resolves to what is wrong, '' for nothing */

/** JavaScript that the home page may load before its first paint, in gzip bytes. Raised only in the commit that grows it. */
const homeBudgetBytes = 128_000

/** @param {string} name @param {readonly string[]} args @param {string} [cwd] */
async function tool(name, args, cwd = root) {
  const program = path.join(root, 'node_modules', '.bin', name)
  const { code, output } = await run(process.execPath, [program, ...args], { cwd })
  return code === 0 ? '' : output.trim() || `${name} ended with code ${code}`
}

const web = path.join(root, 'apps/web')

/** The routes' own types are generated, and both the types and the dead code of the pages are read through them. */
const generateRouteTypes = () => tool('react-router', ['typegen'], web)

async function checkImports() {
  return findBreachesIn(root)
    .map(({ file, line, rule, reason }) => `${file}:${line} ${rule}: ${reason}`)
    .join('\n')
}

async function checkPageWeight() {
  await ensureWebBuild()
  const bytes = homeScriptBytes(path.join(web, 'build/client'))
  if (bytes <= homeBudgetBytes) return ''
  return `the home page loads ${bytes} bytes of JavaScript before its first paint; ${homeBudgetBytes} are allowed`
}

/** @type {readonly Step[]} The long ones first: they run two at a time. */
const allSteps = [
  { name: 'lint', check: () => tool('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'dead code', check: () => tool('knip', ['--no-progress']) },
  { name: 'page weight', check: checkPageWeight },
  { name: 'types', check: () => tool('tsc', ['-p', root]) },
  { name: 'types of the pages', check: () => tool('tsc', ['-p', web]) },
  { name: 'types of the worker', check: () => tool('tsc', ['-p', path.join(web, 'worker')]) },
  { name: 'types of danmaku', check: () => tool('tsc', ['-p', path.join(root, 'packages/danmaku')]) },
  { name: 'types of the scripts', check: () => tool('tsc', ['-p', path.join(root, 'scripts')]) },
  { name: 'format', check: () => tool('oxfmt', ['--check']) },
  { name: 'imports', check: checkImports },
]

/** @param {Step} step */
async function runStep({ name, check }) {
  const start = performance.now()
  const wrong = await check().catch((error) => (error instanceof Error ? error.message : String(error)))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${wrong === '' ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${wrong === '' ? '' : `\n${wrong}`}`)
  return wrong === ''
}

/**
 * Runs steps, two at a time, and prints a line for each and what is wrong under it.
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
