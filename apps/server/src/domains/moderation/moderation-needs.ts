import type { CommentKind, RefusalName, TextKind, TextState } from '@yunmu/contract'
import type { Clock } from '../../platform/process/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { BlockStore } from './block-store.ts'
import type { MuteStore } from './mute-store.ts'
import type { RecentStore } from './recent-store.ts'
import type { ReportStore } from './report-store.ts'
import type { Words } from './words.ts'

/** Where a text stands. `level` is the episode; 0 for what has none. */
export interface TextPlace {
  kind: CommentKind
  id: number
  level: number
}

/** A text as the domain that keeps it knows it. */
export interface ModeratedText {
  id: string
  /** Null where nobody of the station wrote it. */
  userId: number | null
  state: Exclude<TextState, 'removed'>
  text: string
  /** What the rules found when it was written; empty where they found nothing. */
  found: string
  /** Unix seconds. */
  createdAt: number
  place: TextPlace
}

/** What a domain offers whose texts people write in the open. */
export interface TextSource {
  /** Those of these that are there, shown or held, in any order. */
  find(ids: readonly string[]): Promise<ModeratedText[]>
  /** Ids of what is held, the oldest first. */
  held(limit: number): Promise<string[]>
  /** Shows, holds or removes these, and tells whoever sees them. Returns the ids of those that were not so before. */
  setState(ids: readonly string[], state: TextState): Promise<string[]>
}

/** Somebody as this domain needs to know people. */
export interface PublicUser {
  nickname: string
  /** Address relative to `image_base`; empty where there is none. */
  portrait: string
  /** Since when there is the account, Unix seconds. */
  joinedAt: number
}

/** What this domain needs from outside. */
export interface ModerationNeeds {
  clock: Clock
  events: Events
  hash: KeyedHash
  texts: Readonly<Record<TextKind, TextSource>>
  /** Those who have an account, by id. */
  users(ids: readonly number[], nowSec: number): Promise<ReadonlyMap<number, PublicUser>>
  /** The names of what texts stand under. */
  subjects: Readonly<
    Record<CommentKind, (ids: readonly number[], nowSec: number) => Promise<ReadonlyMap<number, { name: string }>>>
  >
}

/** What the calls of this domain work with. */
export interface ModerationParts extends ModerationNeeds {
  blocks: BlockStore
  mutes: MuteStore
  recent: RecentStore
  reports: ReportStore
  words: Words
}

/** How a text is called that is not there. */
export const textNotFound = { comment: 'NoSuchComment', danmaku: 'NoSuchDanmaku' } as const satisfies Record<
  TextKind,
  RefusalName
>
