import { runScript } from './lib/messages.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ensureRuntime } from './lib/runtime.mjs'
import { ensureSystem } from './lib/system.mjs'

await runScript(async () => {
  await ensureRuntime()
  await Promise.all([ensureSystem(['ffmpeg', 'fonts']), ensurePackages()])
})
await import(new URL('../packages/demo/src/tools/films-cost.ts', import.meta.url).href)
