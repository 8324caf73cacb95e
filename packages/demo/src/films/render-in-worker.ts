import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { MatchRenderRequest } from '../matches/film/render-match-worker.ts'
import type { RenderRequest } from './render-worker.ts'

/** Whether ffmpeg can be run. Without it no film can be made. */
export async function hasEncoder(): Promise<boolean> {
  try {
    await promisify(execFile)(process.env.FFMPEG_PATH || 'ffmpeg', ['-hide_banner', '-version'])
    return true
  } catch {
    return false
  }
}

/**
 * Renders a film to `<folder>/film.mp4` in a worker thread, so that the main thread stays free for requests.
 * @throws the reason of the signal, or the error of the worker
 */
export const renderInWorker = (request: RenderRequest, signal: AbortSignal): Promise<void> =>
  runWorker(new URL('./render-worker.ts', import.meta.url), request, signal)

/**
 * Draws a span of the match channel to `<folder>/film.mp4` in a worker thread.
 * @throws the reason of the signal, or the error of the worker
 */
export const renderMatchInWorker = (request: MatchRenderRequest, signal: AbortSignal): Promise<void> =>
  runWorker(new URL('../matches/film/render-match-worker.ts', import.meta.url), request, signal)

async function runWorker(file: URL, workerData: unknown, signal: AbortSignal): Promise<void> {
  const worker = new Worker(file, { workerData })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', (code) => {
        if (code === 0) resolve()
        else reject(new Error(`rendering ended with code ${code}`))
      })
    })
    signal.throwIfAborted()
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
