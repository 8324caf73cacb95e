import { runScript } from './lib/messages.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ensureRuntime } from './lib/runtime.mjs'

/** Writes the fixture of a new version. Run once for a release. */
await runScript(async () => {
  await ensureRuntime()
  await ensurePackages()
})
await import(new URL('../apps/server/src/testing/upgrade/make-upgrade-fixture.ts', import.meta.url).href)
