import process from 'node:process'
import { runScript } from './lib/messages.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ensureRuntime } from './lib/runtime.mjs'

await runScript(async () => {
  await ensureRuntime()
  await ensurePackages()
  // Imported only now: the checks need packages that a fresh clone installs first.
  const { runChecks } = await import('./lib/check-steps.mjs')
  const { failed } = await runChecks()
  process.exitCode = failed === 0 ? 0 : 1
})
