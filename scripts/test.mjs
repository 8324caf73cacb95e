import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { enableCompileCache } from './lib/compile-cache.mjs'
import { runScript } from './lib/messages.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { ensureRuntime } from './lib/runtime.mjs'
import { ensureSystem } from './lib/system.mjs'
import { countTests, vitestArguments } from './lib/test-report.mjs'
import { ensureWebBuild } from './lib/web-build.mjs'

/** @param {readonly string[]} parts names of projects, folders or files; none selects every test */
async function runTests(parts) {
  const folder = mkdtempSync(path.join(tmpdir(), 'yunmu-report-'))
  try {
    const reportFile = path.join(folder, 'report.json')
    const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const reporters = ['default', 'json', path.join(root, 'scripts/lib/slowest-reporter.mjs')]
    const args = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${reportFile}`]
    const { code } = await run(process.execPath, [vitest, 'run', ...args, ...vitestArguments(parts)], {
      cwd: root,
      echo: true,
    })
    const counted = countTests(JSON.parse(readFileSync(reportFile, 'utf8')))
    // Vitest also fails outside of tests, for example because of an unhandled rejection.
    return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The checks use packages that a fresh clone installs first. */
async function runEveryCheck() {
  const { runChecks } = await import('./lib/check-steps.mjs')
  return runChecks()
}

await runScript(async () => {
  await ensureRuntime()
  enableCompileCache()
  await Promise.all([
    ensureSystem(['ffmpeg', 'fonts', 'chromium', 'notifications', 'redis']),
    ensurePackages().then(ensureWebBuild),
  ])
  const parts = process.argv.slice(2)
  const checks = parts.length === 0 ? await runEveryCheck() : { passed: 0, failed: 0 }
  const tests = await runTests(parts)
  const failed = checks.failed + tests.failed
  console.log(`${checks.passed + tests.passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
})
