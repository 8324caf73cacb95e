import { AsyncLocalStorage } from 'node:async_hooks'

const isLong = new AsyncLocalStorage<true>()

/**
 * Runs work that no visitor waits for: its statements may take half an hour and use separate connections. For jobs,
 * migrations, and everything that reads or changes whole tables.
 */
export const withLongStatements = <Result>(work: () => Promise<Result>): Promise<Result> => isLong.run(true, work)

/** Whether this asynchronous context is within `withLongStatements`. */
export const mayStatementsBeLong = (): boolean => isLong.getStore() === true
