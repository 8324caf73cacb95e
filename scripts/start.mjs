import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { enableCompileCache } from './lib/compile-cache.mjs'
import { messages, runScript, say } from './lib/messages.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
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
if (!existsSync(path.resolve(root, process.env.YUNMU_DATA || 'data'))) say(messages.startingNew)
// In this process, not in a child: it receives the signals itself, and no process can be left running.
await import(new URL('../apps/server/src/main.ts', import.meta.url).href)
