import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** The part of the audience that a rendition is for. Its files lie in a directory of that name, signed apart. */
export type Tier = 'std' | 'vip'
export type RenditionKind = 'video' | 'audio' | 'subtitle'
export type AssetState = 'pending' | 'ready' | 'broken'

/** One media segment as it was measured on disk. */
export interface SegmentRow {
  durationMs: number
  bytes: number
}

/** Thumbnails for the seek bar: sheets of `columns` by `rows` tiles, `tiles` in all, one every `intervalSec`. */
export interface Storyboard {
  intervalSec: number
  columns: number
  rows: number
  /** Pixels. */
  tileWidth: number
  tileHeight: number
  sheets: number
  tiles: number
}

/** The tables that this domain alone reads and writes. Times are Unix seconds. */
export type MediaTables = {
  asset: {
    id: Generated<number>
    state: Generated<AssetState>
    /** The version that plays; 0 before the first. */
    version: Generated<number>
    duration_ms: Generated<number>
    storyboard: ColumnType<Storyboard | null, string | null | undefined, string | null>
    /** Why it is broken, for the operator. */
    reason: Generated<string>
    demo: boolean
    created_at: number
  }
  rendition: {
    asset_id: number
    version: number
    name: string
    kind: RenditionKind
    tier: Tier
    codecs: string
    width: number
    height: number
    frame_rate: number
    language: string
    label: string
    is_default: boolean
    /** Bits per second. */
    bandwidth: number
    average_bandwidth: number
    segments: JSONColumnType<SegmentRow[]>
  }
}
