import type {
  Channel,
  CommentKind,
  LiveHit,
  Match,
  playToken,
  RefusalOf,
  SearchHit,
  SendOf,
  Suggestion,
  TitleCard,
} from '@yunmu/contract'
import type { EventKind } from './events/events.ts'

/** Something that visitors watch, comment on and send danmaku to: a title, a channel, a match. */
export interface SubjectRef {
  kind: CommentKind
  id: number
}

/** A subject, or one of its episodes. */
export interface SubjectPart extends SubjectRef {
  /** The episode; 0 for kinds without episodes. */
  level: number
}

/** The card of each kind, without what depends on the viewer. */
export interface SubjectCards {
  vod: TitleCard
  live: Omit<Channel, 'follow'>
  match: Omit<Match, 'subscribed'>
}

interface SubjectHits {
  vod: SearchHit
  live: LiveHit
  match: SearchHit
}

/** What texts about a subject show of it. */
export interface SubjectSummary {
  name: string
  /** Address relative to `image_base`; empty for none. */
  img: string
  /** The top category of a title; 0 for other kinds. */
  pidId: number
  /** The type of a channel; empty for other kinds. */
  types: string
}

/**
 * The time line on which danmaku are placed: the playing time of a recording, or the wall clock for as long as a broadcast
 * can be watched again (null: not known).
 */
export type SubjectTimeline = { durationMs: number } | { retentionSec: number | null }

export type SubjectRefusal = 'NoSuchTitle' | 'NoSuchEpisode' | 'NoSuchChannel' | 'NoSuchMatch'

/** The refusal for a subject that does not exist or is hidden. */
export const subjectNotFound = {
  vod: 'NoSuchTitle',
  live: 'NoSuchChannel',
  match: 'NoSuchMatch',
} as const satisfies Record<CommentKind, SubjectRefusal>

/** A request for a play token, see the contract. `line` is the source or line; 0 for any. */
export interface PlayRequest {
  type: SendOf<typeof playToken>['type']
  id: number
  line: number
  level: number
}

export type PlayRefusal = RefusalOf<typeof playToken>

/** What plays: an asset of the station, or a playlist of a line of television. */
export type Playable =
  | { assetId: number; vip: boolean }
  | { streamId: number; line: number; file: string; dvrSec: number; quality: string }

export interface PlaySource {
  types: readonly PlayRequest['type'][]
  find(request: PlayRequest, nowMs: number): Promise<Playable | PlayRefusal>
}

/** A page of results. Times are Unix milliseconds. */
export interface SearchSpan {
  offset: number
  limit: number
  nowMs: number
}

/** What a kind of subjects finds for a query, best first. */
export interface SubjectSearch<Hit extends SearchHit = SearchHit> {
  find(query: string, span: SearchSpan): Promise<{ list: Hit[]; total: number }>
  /** `isNamed`: the query is the name of the subject. */
  suggest(
    query: string,
    span: Omit<SearchSpan, 'offset'>,
  ): Promise<{ list: { line: Suggestion; isNamed: boolean }[]; total: number }>
  /** The events that change results. */
  changed: readonly EventKind[]
}

/** How a domain answers for its subjects. Hidden ones count as missing. */
export interface SubjectKind<Kind extends CommentKind = CommentKind> {
  readonly kind: Kind
  /** Names, by id. */
  findVisible(ids: readonly number[]): Promise<ReadonlyMap<number, { name: string }>>
  /** Called for every list of comments and pack of danmaku: answer it from memory. */
  isVisible(id: number): Promise<boolean>
  /** In the order of the ids. */
  cards(ids: readonly number[], nowSec: number): Promise<SubjectCards[Kind][]>
  summaries(ids: readonly number[], nowSec: number): Promise<ReadonlyMap<number, SubjectSummary>>
  /** Whether a visible subject has this episode. Absent for kinds without episodes. */
  hasEpisode?(part: { id: number; level: number }, nowSec: number): Promise<boolean>
  timelineOf(part: { id: number; level: number }, nowMs: number): Promise<SubjectTimeline | SubjectRefusal>
  /** How long danmaku of a broadcast can be watched again; null for a deleted one. Absent for kinds that are not broadcast. */
  retentionSec?(id: number): Promise<number | null>
  /** The address of its page. `streamId` 0 is any line. */
  urlOf(target: { id: number; streamId: number }, summary: Pick<SubjectSummary, 'pidId' | 'types'>): string
  readonly playback?: PlaySource
  /** Absent for titles, which have an index of their own. */
  readonly search?: SubjectSearch<SubjectHits[Kind]>
}

/** All kinds of subjects together. Kinds that no domain registered have no subjects. */
export interface Subjects {
  register(kinds: readonly SubjectKind[]): void
  findVisible(kind: CommentKind, ids: readonly number[]): Promise<ReadonlyMap<number, { name: string }>>
  isVisible(subject: SubjectRef): Promise<boolean>
  /** Whether the subject is visible and has that episode. */
  exists(part: SubjectPart, nowSec: number): Promise<boolean>
  cards<Kind extends CommentKind>(kind: Kind, ids: readonly number[], nowSec: number): Promise<SubjectCards[Kind][]>
  summaries(kind: CommentKind, ids: readonly number[], nowSec: number): Promise<ReadonlyMap<number, SubjectSummary>>
  timelineOf(part: SubjectPart, nowMs: number): Promise<SubjectTimeline | SubjectRefusal>
  retentionSec(subject: SubjectRef): Promise<number | null>
  /** Empty for a kind that no domain registered. */
  urlOf(target: SubjectRef & { streamId: number }, summary: Pick<SubjectSummary, 'pidId' | 'types'>): string
  findPlayable(request: PlayRequest, nowMs: number): Promise<Playable | PlayRefusal>
  search<Kind extends CommentKind>(kind: Kind): SubjectSearch<SubjectHits[Kind]>
}

const emptySearch: SubjectSearch<never> = {
  find: async () => ({ list: [], total: 0 }),
  suggest: async () => ({ list: [], total: 0 }),
  changed: [],
}

/** @param replacements replace parts of the kinds that domains register, or register a kind that no domain has */
export function createSubjects(replacements: readonly SubjectKind[] = []): Subjects {
  const byKind: { [Kind in CommentKind]?: SubjectKind<Kind> } = {}
  const add = <Kind extends CommentKind>(subjects: SubjectKind<Kind>): void => {
    const { kind } = subjects
    byKind[kind] = { ...byKind[kind], ...subjects }
  }
  return {
    register(kinds) {
      for (const subjects of kinds) {
        if (byKind[subjects.kind]) throw new Error(`two domains register subjects of the kind ${subjects.kind}`)
        add(subjects)
      }
      replacements.forEach(add)
    },
    findVisible: async (kind, ids) => (await byKind[kind]?.findVisible(ids)) ?? new Map(),
    isVisible: async ({ kind, id }) => (await byKind[kind]?.isVisible(id)) ?? false,
    async exists({ kind, id, level }, nowSec) {
      const subjects = byKind[kind]
      if (!(await subjects?.isVisible(id))) return false
      return (await subjects?.hasEpisode?.({ id, level }, nowSec)) ?? true
    },
    cards: async (kind, ids, nowSec) => (await byKind[kind]?.cards(ids, nowSec)) ?? [],
    summaries: async (kind, ids, nowSec) => (await byKind[kind]?.summaries(ids, nowSec)) ?? new Map(),
    timelineOf: async ({ kind, ...part }, nowMs) =>
      (await byKind[kind]?.timelineOf(part, nowMs)) ?? subjectNotFound[kind],
    retentionSec: async ({ kind, id }) => (await byKind[kind]?.retentionSec?.(id)) ?? null,
    urlOf: ({ kind, ...target }, summary) => byKind[kind]?.urlOf(target, summary) ?? '',
    async findPlayable(request, nowMs) {
      const source = Object.values(byKind).find(({ playback }) => playback?.types.includes(request.type))
      return (await source?.playback?.find(request, nowMs)) ?? 'NothingToPlay'
    },
    search: (kind) => byKind[kind]?.search ?? emptySearch,
  }
}
