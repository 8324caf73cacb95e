import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { openGround } from './open-ground.ts'
import { createLogger } from './platform/logger.ts'
import { StartRefusal } from './platform/start-refusal.ts'
import { createStation } from './station.ts'

const root = join(import.meta.dirname, '../../..')
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Starts the station and returns what stops it. */
async function start(): Promise<() => Promise<void>> {
  const config = readConfig(process.env, root)
  const log = createLogger({ level: config.logLevel })
  const ground = await openGround({ config, log, say })
  const station = createStation(ground)
  const webBuildDir = join(root, 'apps/web/build')
  const app = await buildApp(ground, station, existsSync(webBuildDir) ? { webBuildDir } : {})
  try {
    const address = new URL(await app.listen({ port: config.port, host: config.host }))
    say(`云幕已开播：http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${address.port}`)
  } catch (err) {
    await ground.close()
    if (err instanceof Error && 'code' in err && err.code === 'EADDRINUSE') {
      throw new StartRefusal(`端口 ${config.port} 已被别的程序占用。请停掉它，或用 PORT 另选一个端口。`, { cause: err })
    }
    throw err
  }
  return async () => {
    await app.close()
    await station.catalog.counter.flush()
    await ground.close()
  }
}

try {
  const started = start()
  let stopping = false
  // One Ctrl-C may come twice, from the terminal and from npm, and it may come before the start is through.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      started
        .then((stop) => stop())
        .then(
          () => process.exit(0),
          (err: unknown) => {
            process.stderr.write(`${String(err)}\n`)
            process.exit(1)
          },
        )
    })
  }
  await started
} catch (err) {
  process.stderr.write(
    err instanceof StartRefusal ? `${err.message}\n` : `${err instanceof Error ? err.stack : String(err)}\n`,
  )
  process.exit(1)
}
