import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createEgress } from '../../../platform/egress/egress.ts'
import { createKeyedHash } from '../../../platform/process/keyed-hash.ts'
import { createLogger } from '../../../platform/process/logger.ts'
import { processStart } from '../runs/processes.ts'
import { heartbeatFile } from '../runs/run-folder.ts'
import { IngestConfig, configVariable, readIngestState, readPushSerials, writeIngestState } from './ingest-state.ts'
import { startPushServer } from './push-server.ts'
import { createSourceProxy } from './source-proxy.ts'

/**
 * Entry point of the ingest process, which accepts pushes and proxies remote streams. It outlives the recorder, so that
 * encoders stay connected while the recorder restarts, and exits when there has been no recorder for ten minutes.
 */
const checkIntervalMs = 30_000
const orphanTimeoutMs = 10 * 60_000
const listenRetryMs = 5000
const keyCheckIntervalMs = 1000

const log = createLogger()
const text = process.env[configVariable] ?? ''
const { liveDir, secret, rtmpHost, rtmpPort, egressAllow } = IngestConfig.parse(JSON.parse(text))
const hash = createKeyedHash(secret)

const proxy = createSourceProxy({ egress: createEgress({ allow: egressAllow }), hash }).listen(0, '127.0.0.1')
await once(proxy, 'listening')
const address = proxy.address()

const writeState = (pushes: boolean): void => {
  writeIngestState(liveDir, {
    pid: process.pid,
    start: processStart(process.pid) ?? '',
    proxyPort: typeof address === 'object' && address ? address.port : 0,
    pushes,
    digest: createHash('sha256').update(text).digest('hex'),
  })
}
/** Retries while another process uses the port. */
const acceptPushes = async (): Promise<void> => {
  try {
    const nowSec = (): number => Math.floor(Date.now() / 1000)
    const serialOf = (streamId: number): number => readPushSerials(liveDir)(streamId)
    const { closeRevoked } = await startPushServer({ host: rtmpHost, port: rtmpPort, hash, nowSec, serialOf })
    setInterval(closeRevoked, keyCheckIntervalMs)
    writeState(true)
  } catch (err) {
    log.error({ err }, 'pushes are not accepted: cannot listen on the port')
    writeState(false)
    setTimeout(() => void acceptPushes(), listenRetryMs)
  }
}
if (rtmpPort > 0) await acceptPushes()
else writeState(false)

let [heartbeatMs, changedMs] = [0, performance.now()]
setInterval(() => {
  // Compares for change, not with the present time, because the system clock may be set.
  const nowMs = statSync(heartbeatFile(liveDir), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (nowMs !== heartbeatMs) [heartbeatMs, changedMs] = [nowMs, performance.now()]
  const isOurs = readIngestState(liveDir)?.pid === process.pid
  if (!isOurs || performance.now() - changedMs > orphanTimeoutMs) process.exit(0)
}, checkIntervalMs)
