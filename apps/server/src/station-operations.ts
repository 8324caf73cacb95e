import { titlesChanged, type Catalog } from './domains/catalog/index.ts'
import { isCopied, MediaRefusal, probeWhole, type Media } from './domains/media/index.ts'
import { createOperations, type Operations, type OperationsTables } from './domains/operations/index.ts'
import type { Platform } from './platform/platform.ts'

/** Bytes that a copied film is read and written by, and how much slower than it plays another is encoded. */
const copiedBytesPerSec = 100_000_000
const encodingSlowness = 0.6
/** Pictures and everything else. */
const fixedWorkSec = 2

/** What an operator does, connected to what it is done with. */
export function operationsOf(platform: Platform, catalog: Catalog, media: Media): Operations {
  const { config, db, events, clock, log } = platform
  const { writer, categories, relocation } = catalog
  const changed = (ids: number[]): void => events.announce(titlesChanged, { ids })
  return createOperations(db.withTables<OperationsTables>(), {
    dataDir: config.dataDir,
    clock,
    log,
    videos: {
      async check(file, signal) {
        const probed = await probeWhole(file, signal)
        const { durationSec, bytes } = probed
        const workSec = isCopied(probed) ? bytes / copiedBytesPerSec : durationSec * encodingSlowness
        return { durationSec, workSec: workSec + fixedWorkSec }
      },
      create: (nowSec) => media.assets.createAsset({ demo: false, nowSec }),
      bringIn: media.bringIn,
      remove: media.assets.removeAssets,
      reasonOf: (err) => (err instanceof MediaRefusal ? err.message : null),
    },
    titles: {
      topOf: categories.topOf,
      async save(title, episode, nowSec) {
        const { id } = await writer.saveTitle(title, nowSec)
        await writer.saveEpisodes(id, [episode], nowSec)
        changed([id])
      },
      async move(assetId, title, place, nowSec) {
        const { id } = await writer.saveTitle(title, nowSec)
        changed(await relocation.relocate(assetId, { titleId: id, ...place }))
      },
    },
  })
}
