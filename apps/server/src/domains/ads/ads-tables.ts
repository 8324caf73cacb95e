import type { AdEvent, AdPlatform } from '@yunmu/contract'
import type { Generated } from 'kysely'

/** Tables that only this domain reads and writes. */
export type AdsTables = {
  ad: {
    id: Generated<number>
    platform: AdPlatform | null
    anchor: string
    type: number
    uri: string
    img: string
    html: string
    created_at: number
    name: Generated<string>
    words: Generated<string>
    /** Address of a video, or of a VAST tag. */
    source: Generated<string>
    starts_at: number | null
    ends_at: number | null
    weight: Generated<number>
    categories: Generated<number[]>
    daily_cap: Generated<number>
    seconds: Generated<number>
    skip_after_sec: Generated<number>
    /** When a video that its ad server named was last fetched. */
    fetched_at: Generated<number | null>
  }
  ad_use: {
    day: Date
    ad_id: number
    nonce: string
    holder: string
    visitor: string
    network: string | null
    event: AdEvent
  }
  ad_count: { day: Date; ad_id: number; shows: Generated<number>; clicks: Generated<number> }
  ad_tracker: { nonce: string; ad_id: number; shows: string[]; clicks: string[]; made_at: number }
}
