import { Worker } from 'node:worker_threads'
import { GuideProblem } from './guide-problem.ts'
import type { ImportOrder, ImportWord } from './import-order.ts'

/** Megabytes of objects that the thread may hold: a guide takes a few dozen, whatever its size. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 }

/**
 * Imports a guide.
 * @throws what `sentenceOfProblem` knows where the file is at fault, or the reason of the signal
 */
export type RunImport = (
  order: ImportOrder,
  options: { signal: AbortSignal; onWord: (word: ImportWord) => void },
) => Promise<Extract<ImportWord, { said: 'done' }>>

/** Imports in a thread of its own with its own connection, so that nothing in this one waits. */
export const importInThread: RunImport = async (order, { signal, onWord }) => {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { workerData: order, resourceLimits })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const last = await new Promise<ImportWord | null>((resolve, reject) => {
      let end: ImportWord | null = null
      worker.on('message', (word: ImportWord) => {
        if (word.said === 'done' || word.said === 'refused') end = word
        else onWord(word)
      })
      worker.once('error', reject)
      worker.once('exit', () => resolve(end))
    })
    signal.throwIfAborted()
    if (last?.said === 'done') return last
    if (last?.said === 'refused') throw new GuideProblem(last.sentence)
    throw new Error('the import of a guide ended without a word')
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
