/**
 * Does something, and once more afterwards where it was asked for meanwhile. What is asked for in one go is asked for once:
 * a gap tells every listener that something was missed. `work` never rejects.
 */
export function oneAtATime(work: () => Promise<void>): () => void {
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
