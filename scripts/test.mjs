import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { keepCompiled } from './lib/compile-cache.mjs'
import { runScript } from './lib/messages.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { ensureRuntime } from './lib/runtime.mjs'
import { ensureSystem } from './lib/system.mjs'
import { countTests } from './lib/test-report.mjs'
import { ensureWebBuild } from './lib/web-build.mjs'

async function runTests() {
  const folder = mkdtempSync(path.join(tmpdir(), 'yunmu-report-'))
  try {
    const reportFile = path.join(folder, 'report.json')
    const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
    const { code } = await run(process.execPath, [vitest, 'run', ...reporters], { cwd: root, echo: true })
    const counted = countTests(JSON.parse(readFileSync(reportFile, 'utf8')))
    // Vitest also fails for what is no test, such as a promise that nobody caught.
    return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await runScript(async () => {
  await ensureRuntime()
  keepCompiled()
  await Promise.all([ensureSystem(['ffmpeg', 'fonts', 'chromium', 'redis']), ensurePackages().then(ensureWebBuild)])
  const { runChecks } = await import('./lib/check-steps.mjs')
  const checks = await runChecks()
  const tests = await runTests()
  const failed = checks.failed + tests.failed
  console.log(`${checks.passed + tests.passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
})
