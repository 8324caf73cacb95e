import type { CompositionPart } from './composition-rules.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** The audience of a rendition. Its files are in a folder of that name, which is signed separately. */
export type Tier = 'std' | 'vip'
export type RenditionKind = 'video' | 'audio' | 'subtitle'
export type AssetState = 'pending' | 'ready' | 'broken'

/** One media segment with its measured duration and size. */
export interface SegmentRow {
  durationMs: number
  bytes: number
}

/** Thumbnails of the seek bar: sheets of `columns` × `rows` tiles, `tiles` in total, one every `intervalSec`. */
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

/** The tables that only this domain reads and writes. Times are Unix seconds. */
export type MediaTables = {
  asset: {
    id: Generated<number>
    state: Generated<AssetState>
    /** The current version; 0 before the first. */
    version: Generated<number>
    duration_ms: Generated<number>
    storyboard: ColumnType<Storyboard | null, string | null | undefined, string | null>
    /** Why the asset is broken, for the operator. */
    reason: Generated<string>
    demo: boolean
    /** The ranges of other assets that this one plays; null if it has files of its own. */
    composition: ColumnType<CompositionPart[] | null, string | null | undefined, string | null>
    created_at: number
  }
  /** The streams that accounts play. */
  play_lease: {
    user_id: number
    /** The session and the key that the player drew; of programs without one, the session again. */
    stream: string
    device: string
    began_at: number
    /** Later than now for a player that was never seen: its place is kept as long as its address works. */
    seen_at: number
    /** Ended from another device: its player is told so. */
    ended: Generated<boolean>
  }
  /** What was downloaded on a day, in China's time zone. */
  download_count: {
    user_id: number
    day: string
    asset_id: number
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
    /** Of the sound in it; 0 if it has none or the file does not say, null if the file was not read yet. */
    channels: number | null
    hdr: Generated<boolean>
    language: string
    label: string
    is_default: boolean
    /** Bits per second. */
    bandwidth: number
    average_bandwidth: number
    segments: JSONColumnType<SegmentRow[]>
  }
}
