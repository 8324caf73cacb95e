import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/**
 * Chooses which statements are prepared: those that were executed often enough to be worth the memory that their plan takes
 * in each connection.
 */
export interface StatementNames {
  /** Maximum number of names in use. */
  readonly maxNames: number
  /** The name to prepare a statement by, after it was executed often; otherwise undefined. Counts the execution. */
  nameOf(text: string): string | undefined
}

export interface StatementNamesOptions {
  /** Executions before a statement is prepared. */
  minExecutions: number
  /**
   * Texts of statements that are composed differ without end. A text that was not executed for the longest time makes
   * room for the next one that is executed often; its name is not used again.
   */
  maxNames: number
}

const countedTexts = 1000

export function createStatementNames({ minExecutions, maxNames }: StatementNamesOptions): StatementNames {
  const names = new LRUCache<string, string>({ max: maxNames })
  const executions = new LRUCache<string, number>({ max: countedTexts })
  let lastNumber = 0
  return {
    maxNames,
    nameOf(text) {
      const name = names.get(text)
      if (name !== undefined || !isPreparable(text)) return name
      const count = (executions.get(text) ?? 0) + 1
      if (count < minExecutions) {
        executions.set(text, count)
        return undefined
      }
      executions.delete(text)
      const added = `yunmu_${++lastNumber}`
      names.set(text, added)
      return added
    },
  }
}

/** A longer change is one of many rows: its plan is large, and the next one has another number of rows. */
const maxChangeLength = 3000

/**
 * Queries and changes, and none of all columns (`*`): after a migration that adds a column, PostgreSQL refuses a prepared
 * statement whose result has changed.
 */
function isPreparable(text: string): boolean {
  if (text.includes('*')) return false
  const isChange = /^\s*(?:insert|update|delete)\b/.test(text)
  return isChange ? text.length <= maxChangeLength : /^\s*(?:select|with)\b/.test(text)
}

/** A connection holds plans for at most this many times the names in use, before it has to be replaced. */
const maxPlansPerName = 1.5

/**
 * Lets a connection prepare the statements that have a name: parsed and planned once instead of every time.
 * @returns whether it holds the plans of so many statements without a name by now that a new connection should take its
 * place, which frees them
 */
export function prepareStatements(client: pg.PoolClient, names: StatementNames): { isFull(): boolean } {
  const prepared = new Set<string>()
  const query = client.query.bind(client)
  Object.defineProperty(client, 'query', {
    value(text: unknown, values: unknown, ...rest: unknown[]): unknown {
      const name = typeof text === 'string' && Array.isArray(values) ? names.nameOf(text) : undefined
      if (name !== undefined) prepared.add(name)
      return Reflect.apply(
        query,
        null,
        name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest],
      )
    },
  })
  return { isFull: () => prepared.size > maxPlansPerName * names.maxNames }
}
