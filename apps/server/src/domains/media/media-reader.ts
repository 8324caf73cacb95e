import type { Kysely } from 'kysely'
import {
  composedRendition,
  composedRenditions,
  composedThumbnails,
  ownSegments,
  ownThumbnails,
  type CompositionPart,
  type CompositionSource,
} from './composition-rules.ts'
import type { MediaStore, RenditionRow } from './media-store.ts'
import type { MediaTables } from './media-tables.ts'
import { qualityOf, type Quality } from './quality-rules.ts'

const renditionColumns = [
  'asset_id',
  'version',
  'name',
  'kind',
  'tier',
  'codecs',
  'width',
  'height',
  'frame_rate',
  'channels',
  'hdr',
  'language',
  'label',
  'is_default',
  'bandwidth',
  'average_bandwidth',
] as const satisfies readonly (keyof RenditionRow)[]

/** What is read of assets and compositions. */
export type MediaReader = Pick<
  MediaStore,
  'assetState' | 'demoAssets' | 'published' | 'qualities' | 'rendition' | 'film' | 'thumbnails'
> & {
  /** The sources of a composition by asset id; null unless all of them are ready. */
  sourcesOf(
    parts: readonly CompositionPart[],
    /** Sources that were read before, to which those that are read are added. */
    known?: Map<number, CompositionSource>,
  ): Promise<Map<number, CompositionSource> | null>
}

/** What readers of assets have in common. */
function createAssetRows(db: Kysely<MediaTables>) {
  const assetOf = async (assetId: number) => {
    const row = await db
      .selectFrom('asset')
      .select(['version', 'duration_ms', 'storyboard', 'composition'])
      .where('id', '=', assetId)
      .where('state', '=', 'ready')
      .executeTakeFirst()
    if (!row) return null
    const { duration_ms: durationMs, ...asset } = row
    return { ...asset, durationMs }
  }

  const renditionsOf = (assetId: number, version: number) =>
    db
      .selectFrom('rendition')
      .select(renditionColumns)
      .where('asset_id', '=', assetId)
      .where('version', '=', version)
      .orderBy('name')
      .execute()

  const sourcesOf: MediaReader['sourcesOf'] = async (parts, known = new Map<number, CompositionSource>()) => {
    const sources = new Map<number, CompositionSource>()
    for (const assetId of new Set(parts.map((part) => part.assetId))) {
      const before = known.get(assetId)
      if (before) {
        sources.set(assetId, before)
        continue
      }
      const asset = await assetOf(assetId)
      if (!asset) return null
      const renditions = await db
        .selectFrom('rendition')
        .select([...renditionColumns, 'segments'])
        .where('asset_id', '=', assetId)
        .where('version', '=', asset.version)
        .orderBy('name')
        .execute()
      const { version, durationMs, storyboard } = asset
      const source = { assetId, version, durationMs, storyboard, renditions }
      known.set(assetId, source)
      sources.set(assetId, source)
    }
    return sources
  }

  return { assetOf, renditionsOf, sourcesOf }
}

/** What is published of assets, and how good it is. */
function createPublished(
  db: Kysely<MediaTables>,
  { assetOf, renditionsOf, sourcesOf }: ReturnType<typeof createAssetRows>,
): Pick<MediaReader, 'published' | 'qualities'> {
  const published: MediaReader['published'] = async (assetId) => {
    const asset = await assetOf(assetId)
    if (!asset) return null
    const { version, composition, ...rest } = asset
    if (!composition) return { ...rest, assetId, version, renditions: await renditionsOf(assetId, version) }
    const sources = await sourcesOf(composition)
    if (!sources) return null
    const all = [...sources.values()]
    const storyboard = all.every((source) => source.storyboard) ? (all[0]?.storyboard ?? null) : null
    return { ...rest, assetId, version, storyboard, renditions: composedRenditions({ assetId, version }, all) }
  }

  return {
    published,

    async qualities(ids) {
      if (ids.length === 0) return new Map()
      const qualities = new Map<number, Quality>()
      const rows = await db
        .selectFrom('rendition')
        .innerJoin('asset', (join) =>
          join.onRef('asset.id', '=', 'asset_id').onRef('asset.version', '=', 'rendition.version'),
        )
        .select(['asset_id', 'kind', 'width', 'height', 'hdr', 'channels'])
        .where('asset_id', 'in', ids)
        .where('asset.state', '=', 'ready')
        .execute()
      for (const [assetId, renditions] of Map.groupBy(rows, (row) => row.asset_id))
        qualities.set(assetId, qualityOf(renditions))
      const composed = await db
        .selectFrom('asset')
        .select('id')
        .where('id', 'in', ids)
        .where('composition', 'is not', null)
        .execute()
      for (const { id } of composed) {
        const asset = await published(id)
        if (asset) qualities.set(id, qualityOf(asset.renditions))
      }
      return qualities
    },
  }
}

export function createMediaReader(db: Kysely<MediaTables>): MediaReader {
  const { assetOf, renditionsOf, sourcesOf } = createAssetRows(db)

  return {
    ...createPublished(db, { assetOf, renditionsOf, sourcesOf }),

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

    async rendition({ assetId, version, tier, name }) {
      const asset = await assetOf(assetId)
      if (asset?.version !== version) return null
      if (asset.composition) {
        const sources = await sourcesOf(asset.composition)
        return sources && composedRendition(asset.composition, sources, { tier, name })
      }
      const row = await db
        .selectFrom('rendition')
        .select(['kind', 'segments'])
        .where('asset_id', '=', assetId)
        .where('version', '=', version)
        .where('tier', '=', tier)
        .where('name', '=', name)
        .executeTakeFirst()
      return row ? { kind: row.kind, segments: ownSegments(row.segments), durationMs: asset.durationMs } : null
    },

    async film(assetId) {
      const asset = await assetOf(assetId)
      if (!asset) return null
      const { version, composition, ...rest } = asset
      const parts = composition ?? [{ assetId, fromMs: 0, toMs: Infinity }]
      const sources = await sourcesOf(parts)
      if (!sources) return null
      const own = sources.get(assetId)
      return {
        ...rest,
        assetId,
        version,
        renditions: own?.renditions ?? composedRenditions({ assetId, version }, [...sources.values()]),
        segmentsOf: ({ name, tier }) =>
          own
            ? ownSegments(own.renditions.find((row) => row.name === name && row.tier === tier)?.segments ?? [])
            : (composedRendition(parts, sources, { name, tier })?.segments ?? []),
      }
    },

    async thumbnails(assetId) {
      const asset = await assetOf(assetId)
      if (!asset) return null
      if (!asset.composition) return asset.storyboard && ownThumbnails(asset.storyboard, asset.durationMs)
      const sources = await sourcesOf(asset.composition)
      return sources && composedThumbnails(asset.composition, sources)
    },

    sourcesOf,
  }
}
