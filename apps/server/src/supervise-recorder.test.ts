import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from './domains/recorder/runs/processes.ts'
import { liveFolder, readPid } from './domains/recorder/runs/run-folder.ts'
import { superviseRecorder } from './supervise-recorder.ts'
import { createLogger } from './platform/process/logger.ts'
import { aLinearChannel, aRecordedLine } from './testing/channels.ts'
import { databaseUrlOf } from './testing/database-url.ts'
import { buildTestApp } from './testing/test-app.ts'

const t = await buildTestApp()

test('[G03] a recorder that is needed again while one exits is started at once', { timeout: 120_000 }, async () => {
  const { live, recorder } = t.station
  const { dataDir } = t.platform.config
  const env = {
    YUNMU_DATA: dataDir,
    RTMP_PORT: '0',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: databaseUrlOf(t.platform),
  }
  Object.assign(process.env, env)
  onTestFinished(() => {
    for (const name of Object.keys(env)) delete process.env[name]
  })
  const channel = aLinearChannel({
    name: '自家台',
    number: 8,
    lines: [aRecordedLine(['file:none.mp4'])],
  })
  let looked = Promise.withResolvers<void>()
  const watched = {
    ...recorder,
    async isEmpty() {
      const empty = await recorder.isEmpty()
      looked.resolve()
      return empty
    },
  }
  const [id = 0] = await live.save([channel])
  const kept = superviseRecorder(
    { live, matches: t.station.matches, recorder: watched },
    { clock: t.clock, events: t.events, log: createLogger({ level: 'silent' }) },
  )
  onTestFinished(() => kept.stop())
  const runs = () => {
    const known = readPid(liveFolder(dataDir))
    return known && isAlive(known) ? known.pid : undefined
  }
  await expect.poll(runs).toBeDefined()
  const first = runs()

  looked = Promise.withResolvers()
  await live.remove([id])
  await looked.promise
  await setImmediate()
  await live.save([channel])
  await expect.poll(() => runs() ?? first).not.toBe(first)
})
