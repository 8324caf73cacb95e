import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../../testing/open-folder.ts'
import { createIngestProcess } from '../ingest/ingest-process.ts'
import { readIngestState } from '../ingest/ingest-state.ts'
import { isAlive, processStart } from './processes.ts'
import { adoptRun, startRun } from './recorded-run.ts'
import { readPid, runFolder, writePid } from './run-folder.ts'

/** Copies a folder of recordings, as copying a data folder does. */
function copyOf(liveDir: string): string {
  const copy = join(openFolder(), 'live')
  cpSync(liveDir, copy, { recursive: true })
  return copy
}

/** A source that accepts connections and never replies, so that ffmpeg waits. */
async function silentSource(): Promise<string> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/list.m3u8`
}

test('[G03] an ffmpeg belongs to the folder in which it was started: the recorder of a copy does not stop it', async () => {
  const liveDir = openFolder()
  const run = await startRun({
    liveDir,
    streamId: 5,
    runId: 1,
    dir: runFolder(liveDir, 5, 1),
    input: { kind: 'hls', url: await silentSource() },
    metadata: { source: 0, key: '', startedMs: 0, audio: 'copy', firstNum: 1 },
  })
  onTestFinished(() => run.stop('kill'))
  const ffmpeg = readPid(run.dir)
  if (!ffmpeg) throw new Error('no ffmpeg')

  const adopted = adoptRun(runFolder(copyOf(liveDir), 5, 1), 5, 1)
  expect([adopted?.metadata().firstNum, adopted?.alive()]).toEqual([1, false])
  adopted?.stop('kill')
  adopted?.stop('order')
  expect(isAlive(ffmpeg)).toBe(true)

  const own = adoptRun(run.dir, 5, 1)
  expect(own?.alive()).toBe(true)
  own?.stop('kill')
  await expect.poll(() => isAlive(ffmpeg)).toBe(false)
})

test('[G03] the recorder of a copied folder starts, and the ingest process of the original continues', async () => {
  const liveDir = openFolder()
  writePid(liveDir, { pid: process.pid, start: processStart(process.pid) ?? '' })
  const order = { secret: 's'.repeat(43), rtmpHost: '127.0.0.1', rtmpPort: 0, egressAllow: [] }
  const original = createIngestProcess({ ...order, liveDir })
  onTestFinished(() => original.stop())
  const { pid, start } = await original.ensure()

  const copied = copyOf(liveDir)
  expect(readPid(liveDir)?.pid).toBe(process.pid)
  expect(readPid(copied)).toBeUndefined()
  expect(readIngestState(copied)).toBeUndefined()
  const beside = createIngestProcess({ ...order, liveDir: copied })
  onTestFinished(() => beside.stop())
  expect((await beside.ensure()).pid).not.toBe(pid)
  expect(isAlive({ pid, start })).toBe(true)
  beside.stop()
  expect((await original.ensure()).pid).toBe(pid)
})
