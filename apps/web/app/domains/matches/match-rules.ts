import {
  clockSec,
  type Match,
  type MatchDetail,
  matchMinute,
  matchOpenBeforeSec,
  type Score,
  secondsLeft,
  type Side,
  sports,
  type TimelineItem,
} from '@yunmu/contract'
import { chinaDay, clockOf } from '@yunmu/contract/china-time'

/** Pure rules of matches. Times are Unix seconds unless their name says milliseconds. */

/** Within this time the minutes until the start are shown instead of other words. */
const soonMinutes = 60
const eveningFrom = '18:00'

/** What a row says about a match, apart from teams and score. */
export type RowState =
  /** `clock` is empty for sports without one. */
  | { kind: 'live'; period: string; clock: string }
  /** A break between periods; `label` is empty if the match may be over. */
  | { kind: 'break'; period: string; label: string }
  | { kind: 'suspended' }
  | { kind: 'soon'; minutes: number }
  | { kind: 'upcoming'; streams: number }
  | { kind: 'delayed' | 'postponed' | 'cancelled' | 'abandoned' }
  | { kind: 'over'; by: 'time' | 'extra' | 'shootout' }

/** State of a match at a moment of the server's clock; null, during rendering on the server: as the reply says. */
export function rowStateOf(match: Match, nowSec: number | null): RowState {
  const { status, period, breakLabel, start, streams } = match
  if (status === 'live') return { kind: 'live', period: period ?? '', clock: clockTextOf(match, nowSec) }
  if (status === 'break') return { kind: status, period: period ?? '', label: breakLabel ?? '' }
  if (status === 'over') return { kind: 'over', by: decidedBy(match) }
  if (status !== 'scheduled') return { kind: status }
  const minutes = nowSec === null ? 0 : Math.ceil((start - nowSec) / 60)
  return minutes > 0 && minutes < soonMinutes
    ? { kind: 'soon', minutes }
    : { kind: 'upcoming', streams: streams.length }
}

function decidedBy({ sport, shootout, periods }: Match): 'time' | 'extra' | 'shootout' {
  if (shootout) return 'shootout'
  const extra = sports[sport].periods.filter(({ kind }) => kind === 'extra').map(({ key }) => key)
  return periods.some(({ key }) => extra.includes(key)) ? 'extra' : 'time'
}

/**
 * The clock of a running match as it is spoken: 67′, 45+2′, the time left in the period (06:42), or, where periods are
 * won, the points of the current one (18 : 21). Empty if there is none.
 */
export function clockTextOf({ sport, periodKey, clock, minute, periods }: Match, nowSec: number | null): string {
  if (clock && periodKey !== null && (nowSec !== null || minute === null)) {
    const atSec = nowSec === null ? clock.atSec : clockSec(clock, nowSec * 1000)
    const left = secondsLeft(sport, periodKey, atSec)
    if (left !== null) return `${twoDigits(Math.floor(left / 60))}:${twoDigits(left % 60)}`
    const counted = matchMinute(sport, periodKey, atSec)
    if (counted) return minuteText(counted)
  }
  if (minute !== null) return minuteText({ minute, added: 0 })
  const current = periods.find(({ key }) => key === periodKey)
  return sports[sport].scoring === 'periods' && current ? scoreText(current.score) : ''
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** 67′, 45+2′. */
export const minuteText = ({ minute, added }: { minute: number; added: number }): string =>
  `${minute}${added > 0 ? `+${added}` : ''}′`

export const scoreText = ([home, away]: Score): string => `${home} : ${away}`

/** The side that is behind in a match that is played or over; null if none is. */
export function behindOf({ state, score, winner }: Pick<Match, 'state' | 'score' | 'winner'>): Side | null {
  if (state === 'upcoming') return null
  if (winner) return winner === 'home' ? 'away' : 'home'
  if (score === null || score[0] === score[1]) return null
  return score[0] < score[1] ? 'home' : 'away'
}

/** A group of rows. `tonight`, `later` and `upcoming` are names of the same group. */
export interface MatchGroupOf {
  key: 'live' | 'tonight' | 'later' | 'upcoming' | 'over'
  matches: readonly Match[]
}

/** Running, coming and finished matches; empty groups are left out. */
export function groupsOf(matches: readonly Match[], nowSec: number): MatchGroupOf[] {
  const of = (state: Match['state']): Match[] => matches.filter((match) => match.state === state)
  const upcoming = of('upcoming')
  const groups: MatchGroupOf[] = [
    { key: 'live', matches: of('live') },
    { key: upcomingName(upcoming, nowSec), matches: upcoming },
    { key: 'over', matches: of('over') },
  ]
  return groups.filter((group) => group.matches.length > 0)
}

function upcomingName(matches: readonly Match[], nowSec: number): 'tonight' | 'later' | 'upcoming' {
  const today = chinaDay(nowSec)
  if (matches.some(({ start }) => chinaDay(start) !== today)) return 'upcoming'
  return matches.every(({ start }) => clockOf(start) >= eveningFrom) ? 'tonight' : 'later'
}

/** What of a timeline deserves a line between messages or a mark: scores and what ends or starts a part of the match. */
export const isScore = ({ type, points }: Pick<TimelineItem, 'type' | 'points'>): boolean =>
  type === 'tally' && points > 0

/** The side for which a score counts. */
export function scoringSide({ sport }: Pick<Match, 'sport'>, { side, kind }: TimelineItem): Side | null {
  const isForOther = sports[sport].scores.find(({ key }) => key === kind)?.isForOther === true
  if (side === null || !isForOther) return side
  return side === 'home' ? 'away' : 'home'
}

/** Those who scored for a side, each with the minutes: 许砚 24′. Only for sports in which scores are rare. */
export function scorersOf(match: Match, timeline: readonly TimelineItem[], side: Side): string[] {
  if (sports[match.sport].scoring !== 'points' || sports[match.sport].clock !== 'up') return []
  const minutes = new Map<string, string[]>()
  for (const item of timeline) {
    if (!isScore(item) || item.player === '' || item.minute === null || scoringSide(match, item) !== side) continue
    const text = minuteText({ minute: item.minute, added: item.added })
    minutes.set(item.player, [...(minutes.get(item.player) ?? []), text])
  }
  return Array.from(minutes, ([player, at]) => `${player} ${at.join(' ')}`)
}

/**
 * Whether the streams of a match can be played. They open by the clock: no frame says so. `nowSec` is null during rendering on
 * the server.
 */
export function isOpenAt(
  { open, state, status, start }: Pick<Match, 'open' | 'state' | 'status' | 'start'>,
  nowSec: number | null,
): boolean {
  if (open || state !== 'upcoming') return open || state === 'live'
  return status !== 'postponed' && nowSec !== null && nowSec >= start - matchOpenBeforeSec
}

/** A recording of a match. */
export type RecordingType = 'record' | 'highlights'

/** The streams of a match whose recordings, or the highlights of them, can be played. */
export const recordedStreams = ({ streams }: Pick<Match, 'streams'>, type: RecordingType): Match['streams'] =>
  streams.filter(({ recorded, highlighted }) => (type === 'record' ? recorded : highlighted))

/** The part of a match page's address that chooses its highlights. */
export const highlightsHash = '#highlights'

/** A page may have been made so long before it comes into its room. */
const soonSec = 900

/** A recording is made within this time after the end. */
const recordedWithinSec = 1800

/** Whether something may have happened in a match since its page was made, or its recording may have become ready. */
export function mayHaveChanged({ match, timeline }: Pick<MatchDetail, 'match' | 'timeline'>, nowSec: number): boolean {
  const { state, start, replayId, streams } = match
  if (state !== 'over') return state === 'live' || start - nowSec < soonSec
  const end = endedSec(match, timeline)
  return replayId === null && streams.length > 0 && end !== null && nowSec - end < recordedWithinSec
}

/** The share of one side in percent; null without votes or figures. */
export function shareOf(home: number, away: number): number | null {
  return home + away > 0 ? Math.round((100 * home) / (home + away)) : null
}

/** Time until a start as days, hours, minutes and seconds. */
export function countdownOf(startSec: number, nowSec: number): { days: number; clock: string } {
  const left = Math.max(0, Math.floor(startSec - nowSec))
  const [hours, minutes, seconds] = [Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60]
  return { days: Math.floor(left / 86_400), clock: [hours, minutes, seconds].map(twoDigits).join(':') }
}

/** A part of a broadcast with its name, Unix seconds. */
export interface PlayedPart {
  name: string
  start: number
  end: number
}

/** A shorter gap between two periods is not a part of its own. */
const minBreakSec = 60

/**
 * The periods by wall clock with the breaks between them; a period that is still played ends now.
 * @param breakName the name of a break that the sport has no name for
 */
export function playedParts(timeline: readonly TimelineItem[], nowSec: number, breakName: string): PlayedPart[] {
  const periods = timeline
    .filter(({ type }) => type === 'start')
    .map(({ period, periodLabel, wallMs }) => {
      const end = timeline.find((item) => item.type === 'end' && item.period === period)
      return {
        name: periodLabel,
        start: Math.floor(wallMs / 1000),
        end: end ? Math.ceil(end.wallMs / 1000) : nowSec,
        breakAfter: end?.text || breakName,
      }
    })
    .toSorted((one, other) => one.start - other.start)
  return periods.flatMap(({ name, start, breakAfter, ...period }, at) => {
    const next = periods[at + 1]
    const end = next ? Math.min(period.end, next.start) : period.end
    const played = { name, start, end }
    return next && next.start - end >= minBreakSec
      ? [played, { name: breakAfter, start: end, end: next.start }]
      : [played]
  })
}

/** The second at which nothing more is told of a match; null while it is not over. */
export function endedSec({ state }: Pick<Match, 'state'>, timeline: readonly TimelineItem[]): number | null {
  const last = timeline.findLast(({ type }) => type === 'final' || type === 'end' || type === 'status')
  return state === 'over' && last ? Math.ceil(last.wallMs / 1000) : null
}
