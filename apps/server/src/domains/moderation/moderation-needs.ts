import type { CommentKind, RefusalName, TextKind, TextState } from '@yunmu/contract'
import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Subjects } from '../../platform/subjects.ts'
import type { BlockStore } from './block-store.ts'
import type { MuteStore } from './mute-store.ts'
import type { RecentStore } from './recent-store.ts'
import type { ReportStore } from './report-store.ts'
import type { Words } from './words.ts'

/** Where a text was published. `level` is the episode; 0 if there are none. */
export interface TextPlace {
  kind: CommentKind
  id: number
  level: number
}

/** A text of another domain. */
export interface ModeratedText {
  id: string
  /** Null if no user wrote it. */
  userId: number | null
  state: Exclude<TextState, 'removed'>
  text: string
  /** Why the rules held it; empty for no reason. */
  found: string
  /** Unix seconds. */
  createdAt: number
  place: TextPlace
}

/** What a domain with public texts provides. */
export interface TextSource {
  /** Those of these that exist, shown or held, in any order. */
  find(ids: readonly string[]): Promise<ModeratedText[]>
  /** Ids of held texts, oldest first. */
  held(limit: number): Promise<string[]>
  /** Shows, holds or removes texts, and announces it. Returns the ids of those that changed. */
  setState(ids: readonly string[], state: TextState): Promise<string[]>
}

/** A user as seen by others. */
export interface PublicUser {
  nickname: string
  /** Address relative to `image_base`; empty for none. */
  portrait: string
  /** When the account was made, Unix seconds. */
  joinedAt: number
}

/** What this domain needs from outside. */
export interface ModerationNeeds {
  texts: Readonly<Record<TextKind, TextSource>>
  /** Existing users, by id. */
  users(ids: readonly number[], nowSec: number): Promise<ReadonlyMap<number, PublicUser>>
  subjects: Pick<Subjects, 'findVisible'>
}

/** Dependencies of this domain's calls. */
export interface ModerationParts extends ModerationNeeds, Pick<Platform, 'clock' | 'events'> {
  hash: KeyedHash
  blocks: BlockStore
  mutes: MuteStore
  recent: RecentStore
  reports: ReportStore
  words: Words
}

/** The refusal for a missing text, by kind. */
export const textNotFound = { comment: 'NoSuchComment', danmaku: 'NoSuchDanmaku' } as const satisfies Record<
  TextKind,
  RefusalName
>
