/**
 * Returns a function that runs `work`, and once more if it was requested during the run. Requests within one turn of
 * the event loop run it once: a gap in the bus notifies every listener. `work` must not reject.
 */
export function coalesceRuns(work: () => Promise<void>): () => void {
  let state: 'idle' | 'due' | 'busy' | 'again' = 'idle'
  const run = async (): Promise<void> => {
    do {
      state = 'busy'
      await work()
    } while (isAgain())
    state = 'idle'
  }
  const isAgain = (): boolean => state === 'again'
  return () => {
    if (state === 'busy') state = 'again'
    if (state !== 'idle') return
    state = 'due'
    setImmediate(() => void run())
  }
}
