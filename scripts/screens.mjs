import { enableCompileCache } from './lib/compile-cache.mjs'
import { runScript } from './lib/messages.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ensureRuntime } from './lib/runtime.mjs'
import { ensureSystem } from './lib/system.mjs'
import { ensureWebBuild } from './lib/web-build.mjs'

await runScript(async () => {
  await ensureRuntime()
  enableCompileCache()
  await Promise.all([ensureSystem(['ffmpeg', 'fonts', 'chromium']), ensurePackages().then(ensureWebBuild)])
})
await import(new URL('../e2e/screens/take-screens.ts', import.meta.url).href)
