import process from 'node:process'
import { enableCompileCache } from './lib/compile-cache.mjs'
import { runScript } from './lib/messages.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ensurePort } from './lib/port.mjs'
import { ensureRuntime } from './lib/runtime.mjs'
import { ensureSystem } from './lib/system.mjs'
import { ensureWebBuild } from './lib/web-build.mjs'

await runScript(async () => {
  await ensurePort(process.env)
  await ensureRuntime()
  enableCompileCache()
  await Promise.all([ensureSystem(['ffmpeg', 'fonts']), ensurePackages().then(ensureWebBuild)])
})
// In this process, not in a child: it receives the signals itself, and no process can be left running.
await import(new URL('../apps/server/src/main.ts', import.meta.url).href)
