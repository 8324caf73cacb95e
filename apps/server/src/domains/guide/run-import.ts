import { Worker } from 'node:worker_threads'
import { GuideImportError } from './guide-import-error.ts'
import type { ImportRequest, ImportMessage } from './import-messages.ts'

/** Heap limits of the worker. An import needs a few dozen megabytes, independent of the file's size. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 }

/**
 * Imports a guide file.
 * @throws an error known to `importErrorMessage` if the file is faulty, or the reason of the signal
 */
export type RunImport = (
  request: ImportRequest,
  options: { signal: AbortSignal; onMessage: (message: ImportMessage) => void },
) => Promise<Extract<ImportMessage, { type: 'done' }>>

/** Imports in a worker thread with its own database connection, so that the main thread is not blocked. */
export const importInWorker: RunImport = async (request, { signal, onMessage }) => {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { workerData: request, resourceLimits })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const last = await new Promise<ImportMessage | null>((resolve, reject) => {
      let end: ImportMessage | null = null
      worker.on('message', (message: ImportMessage) => {
        if (message.type === 'done' || message.type === 'refused') end = message
        else onMessage(message)
      })
      worker.once('error', reject)
      worker.once('exit', () => resolve(end))
    })
    signal.throwIfAborted()
    if (last?.type === 'done') return last
    if (last?.type === 'refused') throw new GuideImportError(last.reason)
    throw new Error('the guide import worker ended without a result')
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
