import { runScript } from './lib/messages.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ensureRuntime } from './lib/runtime.mjs'

await runScript(async () => {
  await ensureRuntime()
  await ensurePackages()
})
await import(new URL('../apps/server/src/tools/name-font.ts', import.meta.url).href)
