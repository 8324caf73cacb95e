import { AsyncLocalStorage } from 'node:async_hooks'

const watchers = new AsyncLocalStorage<(actor: string) => void>()

/** Runs work; `onEntry` is given the actor of each entry of the audit log that it writes. */
export const watchEntries = <Result>(onEntry: (actor: string) => void, work: () => Promise<Result>): Promise<Result> =>
  watchers.run(onEntry, work)

export const reportEntry = (actor: string): void => watchers.getStore()?.(actor)
