import { AsyncLocalStorage } from 'node:async_hooks'

/** The change up to which cached values must be current in this asynchronous context. */
const current = new AsyncLocalStorage<number>()

/** `ChangeLog.sequence` of the last change that the present request must be shown; 0 for none. */
export const requiredSequence = (): number => current.getStore() ?? 0

/** Answers a request with values that show all changes up to this sequence. */
export const requireSequence = <Result>(sequence: number, run: () => Promise<Result>): Promise<Result> =>
  sequence === 0 ? run() : current.run(sequence, run)
