import type { AdPlatform } from '@yunmu/contract'
import type { Generated } from 'kysely'

/** Table that only this domain reads and writes. */
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
  }
}
