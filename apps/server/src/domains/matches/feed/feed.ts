import {
  type FeedAnswer,
  FeedLine,
  type FeedLineAnswer,
  type MatchChange,
  type MatchEvent,
  type SportKey,
  sports,
} from '@yunmu/contract'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { TransactionalEvents } from '../../../platform/events/outbox.ts'
import { courseChange } from '../course-rules.ts'
import type { EventStore, StoredEvents } from '../event-store.ts'
import { announceMatches, changeMatches, type ChangedMatches, createChanged } from '../announce-matches.ts'
import { matchPlayed } from '../matches-events.ts'
import type { OwnChannels } from '../matches-needs.ts'
import type { MatchesTables } from '../matches-tables.ts'
import { toldReminders } from '../reminders/reminder-rules.ts'
import type { ReminderStore } from '../reminders/reminder-store.ts'
import { feedTexts, type InputLine, recordLabels } from './feed-input.ts'
import { createRecordStore, lockSource, type KnownRecords, type Recorded, type RecordStore } from './record-store.ts'

/** Takes what sources tell of sports. */
export interface Feed {
  /**
   * Stores the lines of a source; repeating them changes nothing. Wrong lines are answered, and the others stored. What
   * changed is announced by the transaction that stores it: to caches first, then to rooms.
   */
  take(source: string, lines: readonly InputLine[]): Promise<FeedAnswer>
}

interface FeedParts {
  eventStore: EventStore
  reminderStore: Pick<ReminderStore, 'open'>
  events: Pick<TransactionalEvents, 'announce' | 'announceIn'>
  ownChannels: OwnChannels
  nowMs: () => number
}

/** Refused lines of an answer; all are counted. */
const maxAnswered = 1000
/** Lines after which other requests have their turn. */
const linesPerTurn = 100
/** Lines of one transaction: a request is not lost as a whole, and no row is locked for long. */
const linesPerTransaction = 200
/** Records by whose names the search finds matches. */
const searchedByName: ReadonlySet<FeedLine['record']> = new Set(['competition', 'team'])
/** What no page shows while it is new: nothing refers to it. */
const unseenWhenNew: ReadonlySet<FeedLine['record']> = new Set(['competition', 'team', 'venue'])
/** Events that a room is told of at once; of more, pages read the match again. */
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
  const shown = after.events.filter(({ id }) => fresh.has(id))
  const gone = [...fresh.values()].flatMap(({ id, retracted }) =>
    retracted && !after.events.some((event) => event.id === id) ? [id] : [],
  )
  if (shown.length + gone.length > maxFrames) return [{ ...change, isIncomplete: true as const }]
  const frames: MatchChange[] = [...shown.map((event) => ({ event })), ...gone.map((retracted) => ({ retracted }))]
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
      lines: all.filter(({ result }) => result === 'refused').slice(0, maxAnswered),
    }
  }
}

interface ToldEvent {
  line: number
  isUnversioned: boolean
  event: MatchEvent
  /** The source's id of the match. */
  match: string
}

/** Notes what pages show of a stored record. */
function note(
  changed: ChangedMatches,
  recorded: Extract<Recorded, { result: 'stored' }>,
  record: FeedLine['record'],
): void {
  const { matchId, competitionId, isDetail, isNew, hasChannels = false } = recorded
  changed.hasChannels ||= hasChannels
  changed.hasNames ||= searchedByName.has(record) || (isNew && record === 'match')
  if (matchId === null) {
    changed.isAll ||= !(isNew && unseenWhenNew.has(record))
  } else if (isDetail) {
    changed.detailIds.add(matchId)
    if (record === 'statistics') changed.statisticsIds.add(matchId)
    if (record === 'lineup') changed.lineupIds.add(matchId)
  } else {
    changed.ids.add(matchId)
    if (competitionId === null) changed.isAll = true
    else changed.competitionIds.add(competitionId)
  }
}

/** What the lines of a request lead to. */
interface Taking {
  answers: Answers
  /** The events of each match; none for one whose course has to be computed again. */
  told: Map<number, ToldEvent[]>
}

async function takeRecord(
  store: RecordStore,
  { line, record, isUnversioned = false }: { line: number; record: unknown; isUnversioned?: boolean | undefined },
  { answers, told }: Taking,
  changed: ChangedMatches,
): Promise<void> {
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
      told.set(recorded.matchId, told.get(recorded.matchId) ?? [])
    return
  }
  const match = await store.findMatch(data.match)
  if (!match) return answers.add(line, 'refused', feedTexts.missing(recordLabels.match, data.match))
  const problem = eventProblem(match.sport, data.event)
  if (problem !== '') return answers.add(line, 'refused', problem)
  const events = told.get(match.id) ?? []
  told.set(match.id, events)
  events.push({ line, isUnversioned, event: data.event, match: data.match })
}

export function createFeed(db: Kysely<MatchesTables>, parts: FeedParts): Feed {
  const { eventStore, reminderStore, events, ownChannels, nowMs } = parts
  /** Stores some lines, with what has to be announced of them. */
  const takeLines = async (
    source: string,
    known: KnownRecords,
    lines: readonly InputLine[],
    taking: Taking,
  ): Promise<void> => {
    await changeMatches({ db, ...parts }, async (tx, changed) => {
      await lockSource(tx, source)
      const records = createRecordStore(tx, { source, known, ownChannels })
      for (const [at, input] of lines.entries()) {
        // Refused lines wait for nothing: others would wait for all of them.
        if (at % linesPerTurn === linesPerTurn - 1) await nextTurn()
        if ('problem' in input) taking.answers.add(input.line, 'refused', input.problem)
        else for (const record of input.records) await takeRecord(records, { ...input, record }, taking, changed)
      }
    })
  }

  /** Stores the events of one match, and tells its room. */
  const play = async (matchId: number, told: readonly ToldEvent[], answers: Answers): Promise<void> => {
    const given = told.map(({ event }) => event)
    const changed = createChanged()
    const unversioned = new Set(told.flatMap(({ event, isUnversioned }) => (isUnversioned ? [event] : [])))
    const announce = async (tx: Transaction<MatchesTables>, result: StoredEvents): Promise<void> => {
      const change = courseChange(result.sport, result.before, result.after, nowMs())
      if (Object.keys(change).length === 0) changed.detailIds.add(matchId)
      else {
        changed.ids.add(matchId)
        changed.competitionIds.add(result.competitionId)
      }
      // Caches before rooms: a page that gets a frame may read the match again at once.
      await announceMatches(changed, (event, detail) => events.announceIn(tx, event, detail))
      for (const frame of framesOf(result, given, nowMs()))
        await events.announceIn(tx, matchPlayed, { id: matchId, change: frame })
      const freshIds = new Set(given.flatMap(({ id }, at) => (result.isNew[at] ? [id] : [])))
      const reminders = toldReminders(result.sport, { ...result, freshIds }, nowMs())
      if (reminders.length === 0) return
      const keys = reminders.map((reminder) => ({ ...reminder, matchId, kickoffSec: 0 }))
      await reminderStore.open(keys, Math.floor(nowMs() / 1000), tx)
    }
    const stored = await eventStore.add(matchId, given, nowMs(), { announce, unversioned })
    for (const [at, { line, match }] of told.entries()) {
      if (stored === null) answers.add(line, 'refused', feedTexts.missing(recordLabels.match, match))
      else if (stored.isFull) answers.add(line, 'refused', feedTexts.tooManyEvents)
      else answers.add(line, stored.isNew[at] ? 'stored' : 'unchanged')
    }
    await announceMatches(changed, async (event, detail) => events.announce(event, detail))
  }

  return {
    async take(source, lines) {
      const taking: Taking = { answers: new Answers(), told: new Map() }
      const known: KnownRecords = new Map()
      for (let at = 0; at < lines.length; at += linesPerTransaction)
        await takeLines(source, known, lines.slice(at, at + linesPerTransaction), taking)
      // Together, because their order makes no difference: each match is computed once.
      for (const [matchId, of] of taking.told) await play(matchId, of, taking.answers)
      return taking.answers.summary()
    },
  }
}
