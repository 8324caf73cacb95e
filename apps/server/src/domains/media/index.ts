import { signScope } from '@yunmu/hls'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { DomainModule } from '../../platform/domain-module.ts'
import { mountPlayToken } from './calls/play-token.ts'
import { createFileMemory } from './delivery/file-memory.ts'
import { installDelivery, type DeliveryHttp } from './delivery/install-delivery.ts'
import { createSignedFiles } from './delivery/signed-files.ts'
import { createBringIn, type BringIn } from './ingest/bring-in.ts'
import { assetSettled, assetsRemoved, portraitsRemoved } from './media-events.ts'
import { portraitFile, removeDrawings } from './media-files.ts'
import type { MediaNeeds } from './media-needs.ts'
import { createMediaStore, sweptAfterMs, type MediaStore } from './media-store.ts'
import { lineExpiryOf, lineScope } from './media-scopes.ts'
import type { MediaTables } from './media-tables.ts'
import { keepLogo, sweepLogos } from './pictures/logos.ts'
import { createPictures } from './pictures/pictures.ts'
import { createPortraits, type Portraits } from './pictures/portraits.ts'
import { readReel, type Reel } from './reels.ts'

/** What this domain offers to the application. */
export interface Media {
  assets: MediaStore
  bringIn: BringIn
  /** An asset as a schedule shows it. */
  reel(assetId: number): Promise<Reel | null>
  /** Removes what was drawn for titles. */
  removeDrawings(titleIds: readonly number[]): Promise<void>
  portraits: Portraits
  /** Keeps a picture from outside as a logo; its address, or null for what is none. */
  keepLogo(bytes: Buffer): Promise<string | null>
  /** Removes files that nothing needs any more. */
  sweep(nowMs: number): Promise<void>
  /** The address of a playlist below the scope of a line of television, signed for a day. */
  signLine(place: { streamId: number; file: string }, nowSec: number): { address: string; expires: number }
  readonly module: DomainModule
}

/** Assets, permission to play them, and their delivery. */
export function createMedia(db: Kysely<MediaTables>, needs: MediaNeeds): Media {
  const { dataDir, events, episodes } = needs
  const assets = createMediaStore(db, {
    dataDir,
    async onSettled(settled) {
      await episodes.settle(settled)
      events.announce(assetSettled, settled)
    },
    onRemoved: (ids) => events.announce(assetsRemoved, { ids }),
  })
  const portraits = createPortraits({
    dataDir,
    shown: () => needs.people.portraits(),
    onRemoved: (names) => events.announce(portraitsRemoved, { names }),
  })
  const sweep = async (nowMs: number): Promise<void> => {
    await assets.sweep(nowMs)
    await portraits.sweep(nowMs - sweptAfterMs)
    await sweepLogos(dataDir, await needs.lines.logos(), nowMs - sweptAfterMs)
  }
  return {
    assets,
    bringIn: createBringIn({ store: assets, dataDir }),
    reel: (assetId) => readReel(assets, assetId),
    removeDrawings: (titleIds) => removeDrawings(dataDir, titleIds),
    portraits,
    keepLogo: (bytes) => keepLogo(dataDir, bytes),
    sweep,
    signLine({ streamId, file }, nowSec) {
      const expires = lineExpiryOf(nowSec)
      const folder = signScope({ secret: needs.mediaKey, scope: lineScope(streamId), expiresSec: expires })
      return { address: `${needs.mediaUrl}${folder}/${file}`, expires }
    },
    module: {
      name: 'media',
      calls: (book) => mountPlayToken(book, { store: assets, ...needs }),
      routes: (app, { limits, admissions }) =>
        installFiles(app, assets, { ...needs, limits, admission: admissions.picture }),
      schedules: [
        // A process that starts has more urgent work.
        {
          name: 'media.sweep',
          everyMinutes: 24 * 60,
          firstRunAfterMs: 10 * 60_000,
          run: () => sweep(needs.clock.nowMs()),
        },
      ],
    },
  }
}

/** Serves files, from memory where they are asked for often. */
function installFiles(app: FastifyInstance, store: MediaStore, needs: MediaNeeds & DeliveryHttp): void {
  const { dataDir, events } = needs
  const memory = createFileMemory({ folder: dataDir, maxBytes: needs.cacheBytes })
  const files = createSignedFiles({
    store,
    episodes: needs.episodes,
    lines: needs.lines.delivery,
    memory,
    mediaKey: needs.mediaKey,
  })
  events.on(assetSettled, (settled) => (settled ? files.forget(settled.assetId) : files.forgetAll()))
  events.on(assetsRemoved, (removed) => (removed ? removed.ids.forEach(files.forget) : files.forgetAll()))
  events.on(portraitsRemoved, (removed) => {
    for (const gone of removed ? removed.names.map(portraitFile) : ['portraits']) memory.forget(gone)
  })
  installDelivery(app, { ...needs, files, pictures: createPictures({ ...needs, memory }) })
}

export { MediaRefusal } from './ingest/media-refusal.ts'
export { probeWhole } from './ingest/ingest-file.ts'
export { isCopied } from './ingest/ladder-rules.ts'
export { assetSettled, assetsRemoved }
export { refuseMediaAddress } from './delivery/install-delivery.ts'
export type { MediaNeeds, MediaTables }
