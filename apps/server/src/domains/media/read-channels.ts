import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { errorCode } from '../../platform/process/error-code.ts'
import { trackFactsOf } from './ingest/fmp4/track-facts.ts'
import { initFileOf } from './media-files.ts'
import type { MediaTables } from './media-tables.ts'

const batchSize = 500

/**
 * Reads the channels of sound that was published before they were stored. `onRead` is told the assets of each batch.
 * Interrupted, it goes on with the rest at its next run.
 */
export async function readChannels(
  db: Kysely<MediaTables>,
  { dataDir, onRead }: { dataDir: string; onRead: (assetIds: number[]) => Promise<void> },
): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('rendition')
      .select(['asset_id', 'version', 'tier', 'name'])
      .where('kind', '=', 'audio')
      .where('channels', 'is', null)
      .orderBy('asset_id')
      .limit(batchSize)
      .execute()
    for (const { asset_id, version, tier, name } of rows) {
      const init = await fileOrNothing(initFileOf(dataDir, { assetId: asset_id, version, tier, name }))
      await db
        .updateTable('rendition')
        .set({ channels: trackFactsOf(init).channels })
        .where('asset_id', '=', asset_id)
        .where('version', '=', version)
        .where('tier', '=', tier)
        .where('name', '=', name)
        .execute()
    }
    if (rows.length > 0) await onRead([...new Set(rows.map(({ asset_id }) => asset_id))])
    if (rows.length < batchSize) return
  }
}

/** The file's bytes, or none: a version may be replaced meanwhile. */
async function fileOrNothing(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (err) {
    if (errorCode(err) === 'ENOENT') return new Uint8Array()
    throw err
  }
}
