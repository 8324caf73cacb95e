import process from 'node:process'
import { enableCompileCache } from './lib/compile-cache.mjs'
import { runScript } from './lib/messages.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ensureRuntime } from './lib/runtime.mjs'
import { ensureSystem } from './lib/system.mjs'

await runScript(async () => {
  await ensureRuntime()
  enableCompileCache()
  await ensurePackages()
  if (process.argv[2] === 'import') await ensureSystem(['ffmpeg', 'fonts'])
})
await import(new URL('../apps/server/src/cli/main.ts', import.meta.url).href)
