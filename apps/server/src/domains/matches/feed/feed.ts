import {
  type FeedAnswer,
  FeedLine,
  type FeedLineAnswer,
  type MatchChange,
  type MatchEvent,
  type SportKey,
  sports,
} from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { Events } from '../../../platform/events/events.ts'
import { courseChange } from '../course-rules.ts'
import type { EventStore, StoredEvents } from '../event-store.ts'
import { matchDetailsChanged, matchesChanged, matchPlayed } from '../matches-events.ts'
import type { MatchesTables } from '../matches-tables.ts'
import { feedTexts, type InputLine } from './feed-input.ts'
import { createRecordStore, type Recorded, type RecordStore } from './record-store.ts'

/** Takes what sources tell of sports. */
export interface Feed {
  /**
   * Stores the lines of a source; repeating them changes nothing. Wrong lines are answered, and the others stored. Rooms
   * are told what happened.
   */
  take(source: string, lines: readonly InputLine[]): Promise<FeedAnswer>
}

interface FeedParts {
  eventStore: EventStore
  events: Pick<Events, 'announce'>
  nowMs: () => number
}

/** More changed matches than this are announced as "all". */
const maxAnnounced = 200
/** What no page shows while it is new: nothing refers to it. */
const unseenWhenNew: ReadonlySet<FeedLine['record']> = new Set(['competition', 'team', 'venue'])
/** Events that a room is told of at once; pages that miss more load the timeline again. */
const maxFrames = 10

/** What is wrong with a value, by the first field that does not fit. */
function problemOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return feedTexts.notObject
  const { error } = FeedLine.safeParse(value)
  const [issue] = error?.issues ?? []
  if (!issue || issue.path.length === 0 || issue.path[0] === 'record') return feedTexts.unknownRecord
  return feedTexts.wrongField(issue.path.map(String).join('.'))
}

/** What an event has that its sport does not; empty for nothing. */
function eventProblem(sport: SportKey, event: MatchEvent): string {
  const { periods, scores, incidents } = sports[sport]
  const { period } = event
  if (period !== null && !periods.some(({ key }) => key === period)) return feedTexts.unknownPeriod(period)
  const needsPeriod = event.type === 'start' || event.type === 'end' || event.type === 'clock' || event.type === 'tally'
  if (needsPeriod && period === null) return feedTexts.periodNeeded
  const kinds = event.type === 'tally' ? scores : event.type === 'incident' ? incidents : null
  if (kinds && 'kind' in event && !kinds.some(({ key }) => key === event.kind)) return feedTexts.unknownKind(event.kind)
  return ''
}

/** What the room is told: one frame for each new event, the first with what changed. */
function framesOf({ sport, before, after, isNew }: StoredEvents, told: readonly MatchEvent[], nowMs: number) {
  const change = courseChange(sport, before, after, nowMs)
  const fresh = new Map(told.flatMap((event, at) => (isNew[at] ? [[event.id, event]] : [])))
  const shown = after.events.filter(({ id }) => fresh.has(id)).slice(-maxFrames)
  const gone = [...fresh.values()].flatMap(({ id, retracted }) =>
    retracted && !after.events.some((event) => event.id === id) ? [id] : [],
  )
  const frames: MatchChange[] = [
    ...shown.map((event) => ({ event })),
    ...gone.slice(-maxFrames).map((retracted) => ({ retracted })),
  ]
  if (frames.length === 0) return Object.keys(change).length > 0 ? [change] : []
  return frames.map((frame, at) => (at === 0 ? { ...change, ...frame } : frame))
}

/** Counts answers by line: a line with several records is refused if one is, and stored if one is. */
class Answers {
  readonly #byLine = new Map<number, FeedLineAnswer>()

  add(line: number, result: FeedLineAnswer['result'], msg = ''): void {
    const known = this.#byLine.get(line)
    if (known?.result === 'refused' || (known?.result === 'stored' && result === 'unchanged')) return
    this.#byLine.set(line, { line, result, msg })
  }

  summary(): FeedAnswer {
    const all = [...this.#byLine.values()].toSorted((one, other) => one.line - other.line)
    const count = (result: FeedLineAnswer['result']): number => all.filter((each) => each.result === result).length
    return {
      stored: count('stored'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      lines: all.filter(({ result }) => result === 'refused'),
    }
  }
}

/** What has to be announced after the lines of a call. */
interface Changed {
  isAll: boolean
  ids: Set<number>
  competitionIds: Set<number>
  detailIds: Set<number>
}

interface ToldEvent {
  line: number
  event: MatchEvent
}

/** Notes what pages show of a stored record. */
function note(changed: Changed, recorded: Extract<Recorded, { result: 'stored' }>, record: FeedLine['record']): void {
  const { matchId, competitionId, isDetail, isNew } = recorded
  if (matchId === null) {
    changed.isAll ||= !(isNew && unseenWhenNew.has(record))
  } else if (isDetail) changed.detailIds.add(matchId)
  else {
    changed.ids.add(matchId)
    if (competitionId === null) changed.isAll = true
    else changed.competitionIds.add(competitionId)
  }
}

export function createFeed(db: Kysely<MatchesTables>, { eventStore, events, nowMs }: FeedParts): Feed {
  const announce = ({ isAll, ids, competitionIds, detailIds }: Changed): void => {
    const isMany = isAll || ids.size > maxAnnounced || competitionIds.size > maxAnnounced
    if (isMany || ids.size > 0)
      events.announce(matchesChanged, {
        ids: isMany ? [] : [...ids],
        competitionIds: isMany ? [] : [...competitionIds],
      })
    const details = [...detailIds].filter((id) => !ids.has(id))
    if (!isMany && details.length > 0) events.announce(matchDetailsChanged, { ids: details.slice(0, maxAnnounced) })
  }

  /** Stores the events of one match, and tells its room. */
  const play = async (matchId: number, told: readonly ToldEvent[], answers: Answers, changed: Changed) => {
    const given = told.map(({ event }) => event)
    const stored = await eventStore.add(matchId, given, nowMs())
    for (const [at, { line }] of told.entries()) {
      if (stored?.isFull) answers.add(line, 'refused', feedTexts.tooManyEvents)
      else answers.add(line, stored?.isNew[at] ? 'stored' : 'unchanged')
    }
    if (!stored?.isNew.includes(true)) return
    const frames = framesOf(stored, given, nowMs())
    for (const change of frames) events.announce(matchPlayed, { id: matchId, change })
    if (Object.keys(courseChange(stored.sport, stored.before, stored.after, nowMs())).length === 0) {
      changed.detailIds.add(matchId)
      return
    }
    changed.ids.add(matchId)
    changed.competitionIds.add(stored.competitionId)
  }

  const takeRecord = async (
    store: RecordStore,
    { line, record }: { line: number; record: unknown },
    { answers, changed, told }: { answers: Answers; changed: Changed; told: Map<number, ToldEvent[]> },
  ): Promise<void> => {
    const parsed = FeedLine.safeParse(record)
    if (!parsed.success) return answers.add(line, 'refused', problemOf(record))
    const { data } = parsed
    if (data.record !== 'event') {
      const recorded = await store.add(data)
      answers.add(line, recorded.result, recorded.result === 'refused' ? recorded.problem : '')
      if (recorded.result !== 'stored') return
      note(changed, recorded, data.record)
      // Another start may end or revive a match that nobody told the end of.
      if (data.record === 'match' && recorded.matchId !== null && !recorded.isNew)
        await eventStore.add(recorded.matchId, [], nowMs())
      return
    }
    const match = await store.findMatch(data.match)
    if (!match) return answers.add(line, 'refused', feedTexts.missing('比赛', data.match))
    const problem = eventProblem(match.sport, data.event)
    if (problem !== '') return answers.add(line, 'refused', problem)
    const events = told.get(match.id) ?? []
    told.set(match.id, events)
    events.push({ line, event: data.event })
  }

  return {
    async take(source, lines) {
      const store = createRecordStore(db, source)
      const answers = new Answers()
      const told = new Map<number, ToldEvent[]>()
      const changed: Changed = { isAll: false, ids: new Set(), competitionIds: new Set(), detailIds: new Set() }
      for (const input of lines) {
        if ('problem' in input) answers.add(input.line, 'refused', input.problem)
        else
          for (const record of input.records)
            await takeRecord(store, { line: input.line, record }, { answers, changed, told })
      }
      // Together, because their order makes no difference: each match is computed once.
      for (const [matchId, of] of told) await play(matchId, of, answers, changed)
      announce(changed)
      return answers.summary()
    },
  }
}
