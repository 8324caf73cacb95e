import { parentPort, workerData } from 'node:worker_threads'
import type { CollectionMessage, CollectionRequest } from './collection-messages.ts'
import { openPlatform } from './platform/open-platform.ts'
import { createLogger } from './platform/process/logger.ts'
import { createStation } from './station.ts'

/** Entry point of the thread of a collection run. */

const { runId, config, connection }: CollectionRequest = workerData
const post = (message: CollectionMessage): void => parentPort?.postMessage(message)

const log = createLogger({ level: config.logLevel })
const platform = await openPlatform({ config, connection, log, print: () => {}, longStatements: true })
const station = createStation(platform)
try {
  // The process ends the thread when the run is to be interrupted.
  const { signal } = new AbortController()
  await station.collection.runner.execute(runId, {
    signal,
    onProgress: (progress) => post({ type: 'progress', progress }),
  })
  post({ type: 'done' })
} finally {
  await station.close()
  await platform.close()
}
