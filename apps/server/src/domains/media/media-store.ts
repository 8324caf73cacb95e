import { measureBandwidth, type Thumbnail } from '@yunmu/hls'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import {
  composedDurationMs,
  type CompositionPart,
  type CompositionSource,
  type ListedRendition,
  type ListedSegment,
} from './composition-rules.ts'
import type { AssetSettled } from './media-events.ts'
import {
  makeVersionFolder,
  removeAssetFiles,
  removeOlderVersions,
  removeUnreferencedFiles,
  renditionName,
} from './media-files.ts'
import { createMediaReader } from './media-reader.ts'
import type { Quality } from './quality-rules.ts'
import type { AssetState, MediaTables, RenditionKind, SegmentRow, Storyboard, Tier } from './media-tables.ts'

/** A rendition as it was produced: its segments are in `<version folder>/<tier>/<name>/`. */
export interface RenditionDraft {
  name: string
  kind: RenditionKind
  tier: Tier
  /** RFC 6381; includes the audio of muxed renditions. Empty for subtitles. */
  codecs: string
  /** Pixels; 0 unless it is a video. */
  width: number
  height: number
  /** Frames per second. */
  frameRate: number
  /** Of the sound in it; 0 if there is none or the file does not say. */
  channels: number
  hdr: boolean
  /** BCP 47, or empty. */
  language: string
  label: string
  isDefault: boolean
  /** In the order of their files; empty for subtitles. */
  segments: SegmentRow[]
}

export interface VersionDraft {
  durationMs: number
  renditions: RenditionDraft[]
  storyboard: Storyboard | null
}

export interface AssetStatus {
  state: AssetState
  /** The current version; 0 before the first. */
  version: number
  durationMs: number
  reason: string
}

export type RenditionRow = Omit<Selectable<MediaTables['rendition']>, 'segments'>

/** The current version of an asset. */
export interface PublishedAsset {
  assetId: number
  version: number
  durationMs: number
  storyboard: Storyboard | null
  renditions: RenditionRow[]
}

export interface MediaStore {
  createAsset(options: { demo: boolean; nowSec: number }): Promise<number>
  /**
   * Creates assets that play ranges of other assets. Each is ready as soon as all of its sources are, and changes with
   * them. Returns their ids in order.
   */
  createCompositions(
    compositions: readonly (readonly CompositionPart[])[],
    options: { demo: boolean; nowSec: number },
  ): Promise<number[]>
  /** Creates an empty folder for a new version. */
  createVersion(assetId: number): Promise<{ version: number; dir: string }>
  /**
   * Publishes a version whose files are complete, and then removes the previous one.
   * @throws RangeError for a draft that cannot be played, Error for an asset that was removed or has a newer version
   */
  publishVersion(assetId: number, version: number, draft: VersionDraft): Promise<void>
  /** Replaces the subtitles of the published version, whose files are complete. */
  replaceSubtitles(asset: PublishedAsset, drafts: readonly RenditionDraft[]): Promise<void>
  /** Stores why no version could be made. An asset with a published version is not changed. */
  failAsset(assetId: number, reason: string): Promise<void>
  /** Ids that do not exist are omitted. */
  assetState(ids: readonly number[]): Promise<Map<number, AssetStatus>>
  /** Asset ids of the demonstration programme. */
  demoAssets(): Promise<number[]>
  removeAssets(ids: readonly number[]): Promise<void>
  /**
   * Removes those assets that no composition plays and that are not needed: `neededIn` is asked while `holdIn` waits for
   * them. Returns those that stay; assets of the demonstration have an end of their own, and are not among them.
   */
  removeUnneeded(
    ids: readonly number[],
    neededIn: (tx: Transaction<unknown>, ids: readonly number[]) => Promise<ReadonlySet<number>>,
  ): Promise<number[]>
  /** Those of these assets that exist: they are not removed until the end of the transaction. */
  holdIn(tx: Transaction<unknown>, ids: readonly number[]): Promise<Set<number>>
  /** Removes the files of versions that are outdated or were never published, e.g. those of a killed process. */
  sweep(nowMs: number): Promise<void>
  published(assetId: number): Promise<PublishedAsset | null>
  /** One rendition of the current version, or null. */
  rendition(address: { assetId: number; version: number; tier: Tier; name: string }): Promise<ListedRendition | null>
  /** The quality of those of the assets that are published. */
  qualities(ids: readonly number[]): Promise<Map<number, Quality>>
  /** A published asset with a function that lists the segments of a rendition; for those who need several. */
  film(assetId: number): Promise<(PublishedAsset & { segmentsOf(row: RenditionRow): ListedSegment[] }) | null>
  /** The thumbnails of an asset in the order of their times; null if it has none. */
  thumbnails(assetId: number): Promise<Thumbnail[] | null>
}

export interface MediaStoreOptions {
  dataDir: string
  /** Awaited: publishing or failing an asset returns after all listeners have finished. */
  onSettled: (settled: AssetSettled) => Promise<void>
  onRemoved: (ids: number[]) => void
  /** Runs work in a transaction of any domain's tables. */
  inTransaction<Result>(work: (tx: Transaction<unknown>) => Promise<Result>): Promise<Result>
}

/** A version in progress is touched more often than this. */
export const staleAfterMs = 3600_000

/** Stores assets: their rows, and the folders that the rows refer to. */
export function createMediaStore(db: Kysely<MediaTables>, options: MediaStoreOptions): MediaStore {
  const { dataDir, onSettled, onRemoved, inTransaction } = options
  const reader = createMediaReader(db)

  /** A composition fails with one of its sources. */
  const failUnlessPending = async (id: number, parts: readonly CompositionPart[]): Promise<void> => {
    const states = await reader.assetState(parts.map(({ assetId }) => assetId))
    const reason = [...states.values()].find(({ state }) => state === 'broken')?.reason
    if (reason === undefined) return
    await db.updateTable('asset').set({ state: 'broken', reason }).where('id', '=', id).execute()
    await onSettled({ assetId: id, state: 'broken', durationMs: 0 })
  }

  /** Updates the compositions that play one of these assets. */
  const settleCompositions = async (sourceIds: readonly number[]): Promise<void> => {
    if (sourceIds.length === 0) return
    const known = new Map<number, CompositionSource>()
    const rows = await db
      .selectFrom('asset')
      .select(['id', 'composition'])
      .where('composition', 'is not', null)
      .where(sql<boolean>`exists (select from jsonb_array_elements(composition) as part
        where (part ->> 'assetId')::int = any(${sourceIds}::int[]))`)
      .execute()
    for (const { id, composition } of rows) {
      const sources = await reader.sourcesOf(composition ?? [], known)
      if (!sources) {
        await failUnlessPending(id, composition ?? [])
        continue
      }
      const durationMs = composedDurationMs(composition ?? [], sources)
      await db
        .updateTable('asset')
        .set(({ eb }) => ({ state: 'ready', version: eb('version', '+', 1), duration_ms: durationMs, reason: '' }))
        .where('id', '=', id)
        .execute()
      await onSettled({ assetId: id, state: 'ready', durationMs })
    }
  }

  return {
    ...reader,

    async createAsset({ demo, nowSec }) {
      const { id } = await db
        .insertInto('asset')
        .values({ demo, created_at: nowSec })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    async createCompositions(compositions, { demo, nowSec }) {
      if (compositions.length === 0) return []
      const rows = compositions.map((parts) => ({ demo, created_at: nowSec, composition: JSON.stringify(parts) }))
      const ids = (await db.insertInto('asset').values(rows).returning('id').execute()).map(({ id }) => id)
      const sources = new Set(compositions.flatMap((parts) => parts.map(({ assetId }) => assetId)))
      const states = await reader.assetState([...sources])
      await settleCompositions([...states].flatMap(([id, { state }]) => (state === 'pending' ? [] : [id])))
      return ids
    },

    async createVersion(assetId) {
      const { version } = await db
        .selectFrom('asset')
        .select('version')
        .where('id', '=', assetId)
        .executeTakeFirstOrThrow()
      return makeVersionFolder(dataDir, assetId, version)
    },

    async publishVersion(assetId, version, draft) {
      const rows = draft.renditions.map((rendition) => rowOf(assetId, version, rendition))
      if (!draft.renditions.some(({ kind }) => kind === 'video')) throw new RangeError('an asset needs a video')
      const { durationMs } = draft
      await db.transaction().execute(async (tx) => {
        const storyboard = draft.storyboard && JSON.stringify(draft.storyboard)
        const updated = await tx
          .updateTable('asset')
          .set({ state: 'ready', version, duration_ms: durationMs, storyboard, reason: '' })
          .where('id', '=', assetId)
          .where('version', '<', version)
          .returning('id')
          .executeTakeFirst()
        if (!updated) throw new Error(`asset ${assetId} was removed or has a version newer than ${version}`)
        await tx.deleteFrom('rendition').where('asset_id', '=', assetId).execute()
        await tx.insertInto('rendition').values(rows).execute()
      })
      await onSettled({ assetId, state: 'ready', durationMs })
      await settleCompositions([assetId])
      await removeOlderVersions(dataDir, { assetId, version })
    },

    async replaceSubtitles({ assetId, version, durationMs }, drafts) {
      await db.transaction().execute(async (tx) => {
        const current = await tx
          .selectFrom('asset')
          .select('id')
          .where('id', '=', assetId)
          .where('version', '=', version)
          .forUpdate()
          .executeTakeFirst()
        if (!current) throw new Error(`asset ${assetId} was removed or has a version newer than ${version}`)
        await tx.deleteFrom('rendition').where('asset_id', '=', assetId).where('kind', '=', 'subtitle').execute()
        const rows = drafts.map((draft) => rowOf(assetId, version, draft))
        if (rows.length > 0) await tx.insertInto('rendition').values(rows).execute()
      })
      await onSettled({ assetId, state: 'ready', durationMs })
    },

    async failAsset(assetId, reason) {
      const row = await db
        .updateTable('asset')
        .set(({ eb }) => ({
          reason,
          state: eb
            .case()
            .when('version', '>', 0)
            .then('ready' as const)
            .else('broken' as const)
            .end(),
        }))
        .where('id', '=', assetId)
        .returning(['version', 'duration_ms'])
        .executeTakeFirst()
      if (row?.version !== 0) return
      await onSettled({ assetId, state: 'broken', durationMs: row.duration_ms })
      await settleCompositions([assetId])
    },

    async removeAssets(ids) {
      if (ids.length === 0) return
      await db.deleteFrom('asset').where('id', 'in', ids).execute()
      onRemoved([...ids])
      await removeAssetFiles(dataDir, ids)
    },

    async removeUnneeded(ids, neededIn) {
      const { stay, gone } = await inTransaction(async (tx) => {
        const { rows } = await sql<{ id: number; demo: boolean; isPart: boolean }>`
          select id, demo, exists (
            select from asset as whole where composition @> jsonb_build_array(jsonb_build_object('assetId', asset.id))
          ) as "isPart"
          from asset where id = any(${[...ids]}::int[]) order by id for update`.execute(tx)
        const own = rows.filter(({ demo }) => !demo)
        const needed = await neededIn(
          tx,
          own.map(({ id }) => id),
        )
        const kept = own.filter(({ id, isPart }) => isPart || needed.has(id)).map(({ id }) => id)
        const staying = new Set([...kept, ...rows.filter(({ demo }) => demo).map(({ id }) => id)])
        // Also files of assets whose rows a killed process has removed.
        const removed = ids.filter((id) => !staying.has(id))
        await sql`delete from asset where id = any(${removed}::int[])`.execute(tx)
        return { stay: kept, gone: removed }
      })
      if (gone.length > 0) onRemoved(gone)
      await removeAssetFiles(dataDir, gone)
      return stay
    },

    async holdIn(tx, ids) {
      const { rows } = await sql<{ id: number }>`
        select id from asset where id = any(${[...ids]}::int[]) order by id for key share`.execute(tx)
      return new Set(rows.map(({ id }) => id))
    },

    async sweep(nowMs) {
      const rows = await db.selectFrom('asset').select(['id', 'version']).execute()
      const currentVersions = new Map(rows.map(({ id, version }) => [id, version]))
      await removeUnreferencedFiles(dataDir, { currentVersions, beforeMs: nowMs - staleAfterMs })
    },
  }
}

function rowOf(assetId: number, version: number, draft: RenditionDraft) {
  if (!renditionName.test(draft.name) || draft.name === 'storyboard')
    throw new RangeError(`invalid rendition name: ${JSON.stringify(draft.name)}`)
  if (draft.kind !== 'subtitle' && draft.segments.length === 0) throw new RangeError(`${draft.name} has no segments`)
  const measured = draft.segments.map(({ bytes, durationMs }) => ({ bytes, durationSec: durationMs / 1000 }))
  const { peak, average } = measureBandwidth(measured)
  return {
    asset_id: assetId,
    version,
    name: draft.name,
    kind: draft.kind,
    tier: draft.tier,
    codecs: draft.codecs,
    width: draft.width,
    height: draft.height,
    frame_rate: draft.frameRate,
    channels: draft.channels,
    hdr: draft.hdr,
    language: draft.language,
    label: draft.label,
    is_default: draft.isDefault,
    bandwidth: peak,
    average_bandwidth: average,
    segments: JSON.stringify(draft.segments),
  }
}
