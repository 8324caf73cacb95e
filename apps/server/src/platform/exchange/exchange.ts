import type { Kysely } from 'kysely'
import type { ExchangeEntity } from './exchange-entity.ts'
import { readRows, rowWriter, type ExchangeFormat } from './exchange-lines.ts'
import { createExchangeStore, type ExchangeOptions, type ImportCounts, type ImportOptions } from './exchange-store.ts'

/** Exports and imports entities as files, streamed: no file is in memory as a whole. */
export interface Exchange {
  export(
    entity: ExchangeEntity,
    options: ExchangeOptions & { format: ExchangeFormat },
    write: (text: string) => Promise<void>,
  ): Promise<number>
  /** @throws ExchangeError */
  import(
    entity: ExchangeEntity,
    options: ImportOptions & { format: ExchangeFormat },
    text: AsyncIterable<string>,
  ): Promise<ImportCounts>
}

export function createExchange(db: Kysely<unknown>): Exchange {
  const store = createExchangeStore(db)
  return {
    async export(entity, { format, ...options }, write) {
      const { begin, textOf } = rowWriter(format, await store.fieldsOf(entity, options))
      let count = 0
      if (begin !== '') await write(begin)
      await store.export(entity, options, async (lines) => {
        count += lines.length
        await write(textOf(lines))
      })
      return count
    },
    async import(entity, { format, ...options }, text) {
      const fields = await store.fieldsOf(entity, { withSecrets: true })
      const ids: number[] = []
      const collected = (async function* () {
        for await (const rows of readRows(format, fields, text)) {
          for (const { id } of rows) if (id !== undefined) ids.push(Number(id))
          yield rows
        }
      })()
      const counts = await store.import(entity, collected, options)
      if (!options.dryRun) entity.announce?.(ids)
      return counts
    },
  }
}
