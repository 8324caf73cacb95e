import { measureBandwidth } from '@yunmu/hls'
import type { Kysely, Selectable } from 'kysely'
import type { AssetSettled } from './media-events.ts'
import {
  makeVersionFolder,
  removeAssetFiles,
  removeOlderVersions,
  removeUnnamedFiles,
  renditionName,
} from './media-files.ts'
import type { AssetState, MediaTables, RenditionKind, SegmentRow, Storyboard, Tier } from './media-tables.ts'

/** A rendition as it was produced: its segments lie in `<version folder>/<tier>/<name>/`. */
export interface RenditionDraft {
  name: string
  kind: RenditionKind
  tier: Tier
  /** RFC 6381; for muxed renditions audio included. Empty for subtitles. */
  codecs: string
  /** Pixels, 0 unless it is a video. */
  width: number
  height: number
  /** Frames per second. */
  frameRate: number
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
  /** The version that plays; 0 before the first. */
  version: number
  durationMs: number
  reason: string
}

type RenditionRow = Omit<Selectable<MediaTables['rendition']>, 'segments'>

/** What plays of an asset now. */
export interface PublishedAsset {
  assetId: number
  version: number
  durationMs: number
  storyboard: Storyboard | null
  renditions: RenditionRow[]
}

export interface MediaStore {
  createAsset(options: { demo: boolean; nowSec: number }): Promise<number>
  /** A fresh, empty folder for a new version beside the one that plays. */
  beginVersion(assetId: number): Promise<{ version: number; dir: string }>
  /**
   * Switches to a version whose files are complete; what plays until now is removed afterwards.
   * @throws RangeError for a draft that cannot be played, Error for an asset that is gone or plays a newer version
   */
  publishVersion(assetId: number, version: number, draft: VersionDraft): Promise<void>
  /** Notes why no version could be made. An asset that plays already stays as it is. */
  failAsset(assetId: number, reason: string): Promise<void>
  /** Ids that do not exist are left out. */
  assetState(ids: readonly number[]): Promise<Map<number, AssetStatus>>
  /** Assets of the demonstration programme. */
  demoAssets(): Promise<number[]>
  removeAssets(ids: readonly number[]): Promise<void>
  /** Removes the files of versions that do not play any more, or never will: what a process that was killed left behind. */
  sweep(nowMs: number): Promise<void>
  published(assetId: number): Promise<PublishedAsset | null>
  /** One rendition of the version that plays, or null. */
  rendition(address: {
    assetId: number
    version: number
    tier: Tier
    name: string
  }): Promise<{ kind: RenditionKind; durationMs: number; segments: SegmentRow[] } | null>
}

export interface MediaStoreOptions {
  dataDir: string
  /** Awaited: whoever publishes or fails an asset returns when everybody knows. */
  onSettled: (settled: AssetSettled) => Promise<void>
  onRemoved: (ids: number[]) => void
}

/** A version that is being made is touched more often than this. */
export const sweptAfterMs = 3600_000

const listed = [
  'asset_id',
  'version',
  'name',
  'kind',
  'tier',
  'codecs',
  'width',
  'height',
  'frame_rate',
  'language',
  'label',
  'is_default',
  'bandwidth',
  'average_bandwidth',
] as const satisfies readonly (keyof RenditionRow)[]

/** Keeps assets: their rows, and the folders that the rows speak of. */
export function createMediaStore(db: Kysely<MediaTables>, options: MediaStoreOptions): MediaStore {
  const { dataDir, onSettled, onRemoved } = options
  return {
    ...createMediaReader(db),

    async createAsset({ demo, nowSec }) {
      const { id } = await db
        .insertInto('asset')
        .values({ demo, created_at: nowSec })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    async beginVersion(assetId) {
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
        const switched = await tx
          .updateTable('asset')
          .set({ state: 'ready', version, duration_ms: durationMs, storyboard, reason: '' })
          .where('id', '=', assetId)
          .where('version', '<', version)
          .returning('id')
          .executeTakeFirst()
        if (!switched) throw new Error(`asset ${assetId} is gone or plays a version newer than ${version}`)
        await tx.deleteFrom('rendition').where('asset_id', '=', assetId).execute()
        await tx.insertInto('rendition').values(rows).execute()
      })
      await onSettled({ assetId, state: 'ready', durationMs })
      await removeOlderVersions(dataDir, { assetId, version })
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
      if (row?.version === 0) await onSettled({ assetId, state: 'broken', durationMs: row.duration_ms })
    },

    async removeAssets(ids) {
      if (ids.length === 0) return
      await db.deleteFrom('asset').where('id', 'in', ids).execute()
      onRemoved([...ids])
      await removeAssetFiles(dataDir, ids)
    },

    async sweep(nowMs) {
      const rows = await db.selectFrom('asset').select(['id', 'version']).execute()
      const playing = new Map(rows.map(({ id, version }) => [id, version]))
      await removeUnnamedFiles(dataDir, { playing, beforeMs: nowMs - sweptAfterMs })
    },
  }
}

type MediaReader = Pick<MediaStore, 'assetState' | 'demoAssets' | 'published' | 'rendition'>

function createMediaReader(db: Kysely<MediaTables>): MediaReader {
  return {
    async assetState(ids) {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('asset')
        .select(['id', 'state', 'version', 'duration_ms', 'reason'])
        .where('id', 'in', ids)
        .execute()
      return new Map(rows.map(({ id, duration_ms, ...status }) => [id, { ...status, durationMs: duration_ms }]))
    },

    async demoAssets() {
      const rows = await db.selectFrom('asset').select('id').where('demo', '=', true).execute()
      return rows.map(({ id }) => id)
    },

    async published(assetId) {
      const asset = await db
        .selectFrom('asset')
        .select(['version', 'duration_ms', 'storyboard'])
        .where('id', '=', assetId)
        .where('state', '=', 'ready')
        .executeTakeFirst()
      if (!asset) return null
      const { version, duration_ms, storyboard } = asset
      const renditions = await db
        .selectFrom('rendition')
        .select(listed)
        .where('asset_id', '=', assetId)
        .where('version', '=', version)
        .orderBy('name')
        .execute()
      return { assetId, version, durationMs: duration_ms, storyboard, renditions }
    },

    async rendition({ assetId, version, tier, name }) {
      const row = await db
        .selectFrom('rendition')
        .innerJoin('asset', 'asset.id', 'rendition.asset_id')
        .select(['rendition.kind', 'rendition.segments', 'asset.duration_ms'])
        .where('rendition.asset_id', '=', assetId)
        .where('rendition.version', '=', version)
        .where('rendition.tier', '=', tier)
        .where('rendition.name', '=', name)
        .executeTakeFirst()
      return row ? { kind: row.kind, segments: row.segments, durationMs: row.duration_ms } : null
    },
  }
}

function rowOf(assetId: number, version: number, draft: RenditionDraft) {
  if (!renditionName.test(draft.name) || draft.name === 'storyboard')
    throw new RangeError(`not a rendition name: ${JSON.stringify(draft.name)}`)
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
    language: draft.language,
    label: draft.label,
    is_default: draft.isDefault,
    bandwidth: peak,
    average_bandwidth: average,
    segments: JSON.stringify(draft.segments),
  }
}
