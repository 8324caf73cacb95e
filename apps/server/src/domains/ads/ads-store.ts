import { adAnchors, type AdPlatform } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { AdsTables } from './ads-tables.ts'

/** An advertisement as stored. */
export interface Ad extends AdSchedule {
  id: number
  anchor: string
  type: number
  uri: string
  img: string
  html: string
  words: string
  /** Address of a video, or of a VAST tag. */
  source: string
  /** Null is every platform. */
  platform: AdPlatform | null
  name: string
  seconds: number
  skipAfterSec: number
}

interface AdSchedule {
  /** Unix seconds; null is not limited. */
  startsAt: number | null
  endsAt: number | null
  weight: number
  categories: number[]
  dailyCap: number
}

export interface AdsStore {
  /** Newest first. */
  list(): Promise<Ad[]>
  /** Those of a platform that are shown now, newest first; `anchor` null is every place but the one before films. */
  shown(platform: AdPlatform, anchor: string | null, nowSec: number): Promise<Ad[]>
  add(ad: Omit<Ad, 'id'>, nowSec: number): Promise<number>
  /** Notes that a video of an advertisement is fetched; false if one was since a time (Unix seconds). */
  claimFetch(id: number, sinceSec: number, nowSec: number): Promise<boolean>
  /** False if there is no such advertisement. */
  remove(id: number): Promise<boolean>
}

const columns = [
  'id',
  'anchor',
  'type',
  'uri',
  'img',
  'html',
  'words',
  'source',
  'platform',
  'name',
  'weight',
  'categories',
  'seconds',
  'starts_at as startsAt',
  'ends_at as endsAt',
  'daily_cap as dailyCap',
  'skip_after_sec as skipAfterSec',
] as const

export function createAdsStore(db: Kysely<AdsTables>): AdsStore {
  const ads = () => db.selectFrom('ad').select(columns).orderBy('id', 'desc')
  return {
    list: () => ads().execute(),
    shown(platform, anchor, nowSec) {
      const now = ads()
        .where((where) => where.or([where('platform', '=', platform), where('platform', 'is', null)]))
        .where((where) => where.or([where('starts_at', 'is', null), where('starts_at', '<=', nowSec)]))
        .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', nowSec)]))
      return (
        anchor === null ? now.where('anchor', '<>', adAnchors.beforeFilm) : now.where('anchor', '=', anchor)
      ).execute()
    },
    async add({ startsAt, endsAt, dailyCap, skipAfterSec, categories, ...ad }, nowSec) {
      const row = {
        ...ad,
        categories: sql<number[]>`${categories}::int[]`,
        starts_at: startsAt,
        ends_at: endsAt,
        daily_cap: dailyCap,
        skip_after_sec: skipAfterSec,
        created_at: nowSec,
      }
      return (await db.insertInto('ad').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    async claimFetch(id, sinceSec, nowSec) {
      const { numUpdatedRows } = await db
        .updateTable('ad')
        .set({ fetched_at: nowSec })
        .where('id', '=', id)
        .where((where) => where.or([where('fetched_at', 'is', null), where('fetched_at', '<=', sinceSec)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('ad').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
