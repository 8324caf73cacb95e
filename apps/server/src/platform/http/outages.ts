import { errorCode } from '../process/error-code.ts'

/** What the station lacks at the moment: the request is valid and may succeed later. */
export type Outage = 'database' | 'connection' | 'disk' | 'files'

const outageByCode: Readonly<Record<string, Outage>> = {
  // PostgreSQL, appendix A: a standby, a statement timeout, a lock timeout.
  '25006': 'database',
  '57014': 'database',
  '55P03': 'database',
  '53100': 'disk',
  // Node and POSIX.
  ECONNREFUSED: 'connection',
  ECONNRESET: 'connection',
  ECONNABORTED: 'connection',
  EPIPE: 'connection',
  ETIMEDOUT: 'connection',
  EHOSTUNREACH: 'connection',
  ENETUNREACH: 'connection',
  ENOTFOUND: 'connection',
  EAI_AGAIN: 'connection',
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  EROFS: 'disk',
  EMFILE: 'files',
  ENFILE: 'files',
}

/** Classes of PostgreSQL: connection exceptions, insufficient resources, operator intervention. */
const databaseClass = /^(?:08|53|57P)/

/** Errors of `pg` and `pg-pool` without a code. */
const databaseMessages: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Query read timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
])

/** Maximum depth of nested causes that is examined. */
const maxDepth = 5

/** The outage behind an error or one of its causes; null for any other error. */
export function outageOf(error: unknown, depth = 0): Outage | null {
  if (!(error instanceof Error) || depth > maxDepth) return null
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return ownOutageOf(error) ?? inner.map((cause) => outageOf(cause, depth + 1)).find((found) => found !== null) ?? null
}

function ownOutageOf(error: Error): Outage | null {
  const code = errorCode(error)
  if (code === undefined) return databaseMessages.has(error.message) ? 'database' : null
  // The socket of a database on this machine is a file, which is missing while the database is stopped.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return 'connection'
  return outageByCode[code] ?? (databaseClass.test(code) ? 'database' : null)
}
