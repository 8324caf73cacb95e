import { Worker } from 'node:worker_threads'
import type { CollectionMessage, CollectionRequest } from './collection-messages.ts'
import type { StationPlatform } from './config.ts'
import type { CollectionNeeds } from './domains/collection/index.ts'
import { errorCode } from './platform/process/error-code.ts'

/**
 * Heap limits of the thread. A run has some 70 MB in use, whatever the number of titles; without a limit V8 would let five
 * times as much garbage lie before it collects any.
 */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24 }

/** Executes collection runs in threads with a heap of their own: memory is bounded, and requests do not wait for it. */
export const executeInThread =
  ({ config, connection }: Pick<StationPlatform, 'config' | 'connection'>): CollectionNeeds['executeApart'] =>
  async (runId, { signal, onProgress }) => {
    signal.throwIfAborted()
    const workerData: CollectionRequest = { runId, config, connection }
    const worker = new Worker(new URL('./collection-worker.ts', import.meta.url), { workerData, resourceLimits })
    // Each batch is one transaction: a thread that ends in the middle has done nothing of it.
    const stop = (): void => void worker.terminate()
    signal.addEventListener('abort', stop, { once: true })
    try {
      const isDone = await new Promise<boolean>((resolve, reject) => {
        let hasEnded = false
        worker.on('message', (message: CollectionMessage) => {
          if (message.type === 'done') hasEnded = true
          else onProgress(message.progress)
        })
        worker.once('error', reject)
        worker.once('exit', () => resolve(hasEnded))
      })
      signal.throwIfAborted()
      if (!isDone) throw new Error('the thread of a collection run ended before the run')
      return 'ended'
    } catch (err) {
      if (errorCode(err) === 'ERR_WORKER_OUT_OF_MEMORY') return 'outOfMemory'
      throw err
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
