import type { AdPlatform, AnchorItem } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { AdsTables } from './ads-tables.ts'

/** An advertisement as stored. */
export interface Ad extends AnchorItem {
  /** Null is every platform. */
  platform: AdPlatform | null
}

export interface AdsStore {
  /** Newest first. */
  list(): Promise<Ad[]>
  /** The advertisements of a platform, newest first; `anchor` null is every place. */
  shown(platform: AdPlatform, anchor: string | null): Promise<AnchorItem[]>
  add(ad: Omit<Ad, 'id'>, nowSec: number): Promise<number>
  /** False if there is no such advertisement. */
  remove(id: number): Promise<boolean>
}

export function createAdsStore(db: Kysely<AdsTables>): AdsStore {
  const ads = () => db.selectFrom('ad').select(['id', 'anchor', 'type', 'uri', 'img', 'html']).orderBy('id', 'desc')
  return {
    list: () => ads().select('platform').execute(),
    shown(platform, anchor) {
      const ofPlatform = ads().where((where) =>
        where.or([where('platform', '=', platform), where('platform', 'is', null)]),
      )
      return (anchor === null ? ofPlatform : ofPlatform.where('anchor', '=', anchor)).execute()
    },
    async add(ad, nowSec) {
      const row = { ...ad, created_at: nowSec }
      return (await db.insertInto('ad').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('ad').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
