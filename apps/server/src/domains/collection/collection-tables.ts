import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ProvideVod } from '@yunmu/formats'
import type { RunCounts, RunExample } from './run-rules.ts'
import type { Evidence } from './recognition-rules.ts'

export type RunPhase = 'preview' | 'apply' | 'undo'
/** `stopped`: a preview whose process died. */
export type RunState = 'running' | 'done' | 'failed' | 'stopped' | 'undone'
/** `linked`: belongs to a title; `doubtful`: waits for the operator; `refused`: the operator wants it not. */
export type ItemState = 'linked' | 'doubtful' | 'refused'

/** A title of the catalog that a doubtful one may be. */
export interface DoubtCandidate {
  id: number
  score: number
  evidence: Evidence
}

/** How an item was before a run. */
export interface ItemBefore {
  hash: string
  titleId: number | null
  state: ItemState
  suffix: string
}

/** Tables that only this domain reads and writes. Times are Unix seconds. */
export type CollectionTables = {
  collection_source: {
    id: GeneratedAlways<number>
    name: string
    url: string
    /** 0: only when the operator asks. */
    every_minutes: Generated<number>
    next_sec: Generated<number>
    /** The fields of titles that exist which a run may overwrite: `overwritable`. */
    overwrite: Generated<string[]>
    /** Names of lines by the source's codes of players. */
    line_names: JSONColumnType<Record<string, string>>
    pictures: Generated<'keep' | 'none'>
    /** When the last run that saw everything began; 0 if the next one must read all. */
    since_sec: Generated<number>
    checked_sec: Generated<number>
    /** Why the last run failed; empty if it did not. */
    problem: Generated<string>
    created_sec: number
  }
  collection_binding: {
    source_id: number
    /** The source's id of its category. */
    remote_type: number
    remote_name: string
    parent_type: Generated<number>
    /** Ours; null: not collected if `confirmed`, else not decided yet. */
    type_id: number | null
    /** Set by the operator: proposals never change it. */
    confirmed: Generated<boolean>
  }
  collection_run: {
    id: GeneratedAlways<number>
    source_id: number
    phase: RunPhase
    state: RunState
    /** Only what changed within so many hours; 0 for all. */
    hours: Generated<number>
    /** 0 for all. */
    max_pages: Generated<number>
    /** The last page that is stored completely. */
    page: Generated<number>
    page_count: Generated<number>
    counts: JSONColumnType<RunCounts>
    examples: JSONColumnType<RunExample[]>
    problem: Generated<string>
    started_sec: number
    ended_sec: Generated<number>
  }
  collection_item: {
    source_id: number
    remote_id: number
    /** Of what the source says of the title: an equal one needs no further work. */
    hash: Buffer
    /** Null if it has none, or if its title was deleted. */
    title_id: number | null
    state: ItemState
    /** Tells the lines of several items of one title apart. */
    suffix: Generated<string>
    /** When the undo of a run put its title into the bin; null if none did. */
    removed_sec: number | null
  }
  collection_doubt: {
    id: GeneratedAlways<number>
    source_id: number
    remote_id: number
    run_id: number
    vod: JSONColumnType<ProvideVod>
    candidates: JSONColumnType<DoubtCandidate[]>
    created_sec: number
  }
  collection_change: {
    id: GeneratedAlways<number>
    run_id: number
    remote_id: number
    title_id: number
    created: boolean
    before: JSONColumnType<Record<string, unknown>> | null
    item_before: JSONColumnType<ItemBefore> | null
    /** `updated_at` of the title after the run: another value means that somebody else changed it since. */
    after_sec: number
  }
  /** Pictures of titles without a poster that are still to be fetched. */
  collection_picture: { title_id: number; url: string; tries: Generated<number>; next_sec: number }
  title_key: { key: string; title_id: number }
  title_key_digest: { title_id: number; digest: string }
}
