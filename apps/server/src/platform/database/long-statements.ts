import { AsyncLocalStorage } from 'node:async_hooks'

const isLong = new AsyncLocalStorage<true>()

/**
 * Work that no visitor waits for: its statements may take half an hour, and have connections of their own. For jobs,
 * migrations, and whatever reads or changes whole tables.
 */
export const withLongStatements = <Result>(work: () => Promise<Result>): Promise<Result> => isLong.run(true, work)

/** Whether this asynchronous context is within `withLongStatements`. */
export const mayStatementsBeLong = (): boolean => isLong.getStore() === true
