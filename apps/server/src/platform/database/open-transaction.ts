import type { QueryExecutorProvider } from 'kysely'

/** A transaction of any tables, for statements that become effective with its commit. */
export type OpenTransaction = QueryExecutorProvider & { readonly isTransaction: true }
