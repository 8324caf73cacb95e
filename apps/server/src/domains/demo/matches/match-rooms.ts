import { chinaDayNumber } from '@yunmu/contract/china-time'
import { matchesOfDay, roomOf, type DemoMatch, type MatchRoom, type MatchThread } from '@yunmu/demo'
import type { CommentToSave, DemoParts, ThreadToSave } from '../demo-needs.ts'
import { seedViewers } from '../seed-life.ts'

type Parts = Pick<DemoParts, 'matches' | 'danmaku' | 'comments' | 'people' | 'clock'>

/** What invented viewers write and do in the rooms of matches. */
export interface MatchRooms {
  /** Writes what is due in the matches of yesterday, today and tomorrow; of a match that it has not seen, all that was due. */
  fill(): Promise<void>
  /** Forgets what was written. */
  reset(): void
}

/** A match whose room is filled: what of each list is written already. */
interface FilledRoom {
  id: number
  room: MatchRoom
  danmaku: number
  threads: number
  votes: number
}

const hourMs = 3600_000
/** Rooms of matches that began earlier are left as they are, and later ones are not filled yet. */
const pastMs = 26 * hourMs
const comingMs = 21 * hourMs
/** New rooms are filled one after the other, so that a start is quick. */
const newAtOnce = 1
/** Danmaku of a match without a recording are of use while it runs. */
const liveMs = 5 * 60_000

/** The matches whose rooms are filled: running ones first, then those that begin soon, then results. */
export function matchesWithRooms(nowMs: number): DemoMatch[] {
  const today = chinaDayNumber(nowMs / 1000)
  const awayMs = ({ kickoffSec }: DemoMatch): number => Math.abs(kickoffSec * 1000 + hourMs - nowMs)
  return [-1, 0, 1]
    .flatMap((step) => matchesOfDay(today + step))
    .filter(({ kickoffSec }) => kickoffSec * 1000 > nowMs - pastMs && kickoffSec * 1000 < nowMs + comingMs)
    .toSorted((one, other) => awayMs(one) - awayMs(other))
}

/** When all of a thread is written. */
const writtenMs = ({ atMs, answers }: MatchThread): number => answers.at(-1)?.atMs ?? atMs

/** The first of these, in the order of time, that is due later. */
function firstLater<Item>(items: readonly Item[], from: number, isDue: (item: Item) => boolean): number {
  const found = items.slice(from).findIndex((item) => !isDue(item))
  return found === -1 ? items.length : from + found
}

export function createMatchRooms(parts: Parts): MatchRooms {
  const { matches, danmaku, comments, clock } = parts
  const rooms = new Map<string, FilledRoom>()
  let viewers: Map<string, number> | null = null

  const open = async (match: DemoMatch, id: number, nowMs: number): Promise<FilledRoom> => {
    const made = roomOf(match)
    // Threads are written with their answers.
    const room = { ...made, threads: made.threads.toSorted((one, other) => writtenMs(one) - writtenMs(other)) }
    const lastMs = (await danmaku.lastMs({ kind: 'match', id, level: 0 })) ?? 0
    const sinceMs = room.isRecorded ? lastMs : Math.max(lastMs, nowMs - liveMs)
    const known = firstLater(room.danmaku, 0, ({ atMs }) => atMs <= sinceMs)
    return { id, room, danmaku: known, threads: 0, votes: 0 }
  }

  const fillRoom = async (filled: FilledRoom, users: ReadonlyMap<string, number>, nowMs: number): Promise<void> => {
    const { id, room } = filled
    const written = firstLater(room.danmaku, filled.danmaku, ({ atMs }) => atMs <= nowMs)
    await danmaku.append({ kind: 'match', id, level: 0 }, room.danmaku.slice(filled.danmaku, written))
    filled.danmaku = written
    const threads = firstLater(room.threads, filled.threads, (thread) => writtenMs(thread) <= nowMs)
    if (threads > filled.threads) {
      const due = room.threads.slice(filled.threads, threads).flatMap((thread) => threadOf(thread, users))
      await comments.seed([{ subject: { kind: 'match', id }, threads: due }])
      filled.threads = threads
    }
    const votes = firstLater(room.votes, filled.votes, ({ atMs }) => atMs <= nowMs)
    if (votes > filled.votes) {
      const due = room.votes.slice(filled.votes, votes)
      await matches.support(
        id,
        due.flatMap(({ by, side }) => {
          const userId = users.get(by)
          return userId === undefined ? [] : [{ userId, side }]
        }),
      )
      filled.votes = votes
    }
  }

  return {
    async fill() {
      const nowMs = clock.nowMs()
      const near = matchesWithRooms(nowMs)
      const keys = new Set(near.map(({ id }) => id))
      for (const key of rooms.keys()) if (!keys.has(key)) rooms.delete(key)
      const missing = near.filter(({ id }) => !rooms.has(id)).slice(0, newAtOnce)
      if (missing.length > 0) {
        viewers ??= await seedViewers(parts, Math.floor(nowMs / 1000))
        const ids = await matches.ids(missing.map((match) => match.id))
        for (const match of missing) {
          const id = ids.get(match.id)
          if (id !== undefined) rooms.set(match.id, await open(match, id, nowMs))
        }
      }
      if (viewers) for (const filled of rooms.values()) await fillRoom(filled, viewers, nowMs)
    },
    reset() {
      rooms.clear()
      viewers = null
    },
  }
}

/** A thread with the accounts of its authors; none if its author has no account. */
function threadOf(thread: MatchThread, users: ReadonlyMap<string, number>): ThreadToSave[] {
  const commentOf = ({ by, text, atMs, likedBy }: Omit<MatchThread, 'answers'>): CommentToSave[] => {
    const userId = users.get(by)
    const likes = likedBy.flatMap((viewer) => users.get(viewer) ?? [])
    return userId === undefined ? [] : [{ userId, text, createdSec: Math.floor(atMs / 1000), likedBy: likes }]
  }
  return commentOf(thread).map((comment) => ({ ...comment, answers: thread.answers.flatMap(commentOf) }))
}
