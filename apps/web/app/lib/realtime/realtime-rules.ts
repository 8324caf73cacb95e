import type { ClientFrame, Script, ServerFrame } from '@yunmu/contract'
import { realtimeBounds } from '@yunmu/contract'

/**
 * The line to the station as a machine without a clock, a network or a browser: what happened goes in, what is to be done
 * comes out, and when to ask again.
 */

/** Who a page speaks for, and in which script it wants to be spoken to. */
export interface Speaker {
  /** Empty for a visitor. */
  token: string
  lang: Script
}

interface RoomState {
  readers: number
  /** The last danmaku that was heard of; null before the first. */
  lastId: string | null
  isRefused: boolean
}

export interface LineState {
  phase: 'closed' | 'opening' | 'open'
  speaker: Speaker
  /** Who the station says the page speaks for; 0 for a visitor, and before it has said so. */
  userId: number
  /** Times that this line said who speaks and that are not answered. */
  hellos: number
  rooms: ReadonlyMap<string, RoomState>
  /** How many wait for what is said to the person or to all. */
  listeners: number
  /** Lines that failed, or ended soon, one after the other. */
  failures: number
  /** When the phase began. */
  sinceMs: number
  heardMs: number
  /** No attempt before. */
  retryMs: number
  /** Since when nobody looks at the page; null while somebody does. */
  hiddenMs: number | null
  /** Since when nobody needs the line; null while somebody does. */
  idleMs: number | null
  /** Whether the page is left, and maybe kept to come back to. */
  isLeft: boolean
}

export type LineEvent =
  | { kind: 'speaker'; speaker: Speaker }
  | { kind: 'join' | 'leave'; room: string }
  | { kind: 'listen' | 'unlisten' }
  | { kind: 'opened' | 'closed' }
  | { kind: 'heard'; frame: ServerFrame | null }
  | { kind: 'hidden' | 'shown' | 'online' | 'left' | 'back' | 'tick' }

export type LineEffect = { do: 'open' } | { do: 'close' } | { do: 'say'; frame: ClientFrame }

export interface LineStep {
  state: LineState
  effects: readonly LineEffect[]
  /** When to say `tick`; null where nothing is awaited. */
  nextMs: number | null
}

/** The moment, and a number from 0 to 1 that spreads those who come back at once. */
export interface LineMoment {
  nowMs: number
  random: number
}

/** A line that has not opened by then has failed. */
const openingMs = 10_000
const deadMs = realtimeBounds.beatSec * 2000
/** So long a page that nobody looks at keeps its line. */
const hiddenRestMs = 5 * 60_000
/** From one page to the next the line is not needed for a moment. */
const idleRestMs = 5000
const firstWaitMs = 2000
/** What ends sooner was no line to rely on: a station that lets in and sends away is not met again at once. */
const steadyMs = 30_000
const longestWaitMs = 60_000

export const closedLine: LineState = {
  phase: 'closed',
  speaker: { token: '', lang: 's' },
  userId: 0,
  hellos: 0,
  rooms: new Map(),
  listeners: 0,
  failures: 0,
  sinceMs: 0,
  heardMs: 0,
  retryMs: 0,
  hiddenMs: null,
  idleMs: 0,
  isLeft: false,
}

const newRoom: RoomState = { readers: 1, lastId: null, isRefused: false }

/** How long to wait after so many failures, milliseconds: longer each time, and not the same for everybody. */
export function waitMs(failures: number, random: number): number {
  const middle = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1))
  return Math.round(middle * (0.5 + random))
}

/** Of two ids, digit strings, the later. */
export function laterId(one: string | null, other: string): string {
  if (one === null || one.length < other.length) return other
  return one.length === other.length && one < other ? other : one
}

const withRoom = (state: LineState, room: string, next: RoomState | null): LineState => {
  const rooms = new Map(state.rooms)
  if (next) rooms.set(room, next)
  else rooms.delete(room)
  return { ...state, rooms }
}

/** Before anything was heard of a room, all that was said of late is asked for: what was read of it is some seconds old. */
const joining = (room: string, { lastId }: RoomState): LineEffect => ({
  do: 'say',
  frame: { join: room, after: lastId ?? '0' },
})

function joined(state: LineState, room: string): Applied {
  const known = state.rooms.get(room)
  if (known) return [withRoom(state, room, { ...known, readers: known.readers + 1 }), []]
  return [withRoom(state, room, newRoom), state.phase === 'open' ? [joining(room, newRoom)] : []]
}

function left(state: LineState, room: string): Applied {
  const known = state.rooms.get(room)
  if (!known) return [state, []]
  if (known.readers > 1) return [withRoom(state, room, { ...known, readers: known.readers - 1 }), []]
  return [withRoom(state, room, null), state.phase === 'open' ? [{ do: 'say', frame: { leave: room } }] : []]
}

type Applied = [state: LineState, effects: LineEffect[]]

/** Everything that the station has to know of the page, on a line that is new to it. */
function opened(state: LineState, nowMs: number): Applied {
  const rooms = [...state.rooms]
  return [
    {
      ...state,
      phase: 'open',
      userId: 0,
      hellos: 1,
      sinceMs: nowMs,
      heardMs: nowMs,
      rooms: new Map(rooms.map(([name, room]) => [name, { ...room, isRefused: false }])),
    },
    [{ do: 'say', frame: { hello: state.speaker } }, ...rooms.map(([name, room]) => joining(name, room))],
  ]
}

/** Whether the line stands, and the station takes what is said on it as said by who has this token. */
export const speaksFor = ({ phase, speaker, userId, hellos }: LineState, token: string | null): boolean =>
  phase === 'open' && hellos === 0 && userId !== 0 && speaker.token === token

/** Another speaker may enter where the one before was refused. */
function spoke(state: LineState, speaker: Speaker): Applied {
  const { token, lang } = state.speaker
  if (token === speaker.token && lang === speaker.lang) return [state, []]
  if (state.phase !== 'open') return [{ ...state, speaker }, []]
  const refused = [...state.rooms].filter(([, { isRefused }]) => isRefused)
  const again = refused.map(([name, room]) => joining(name, room))
  const hellos = state.hellos + 1
  return [{ ...state, speaker, hellos }, [{ do: 'say', frame: { hello: speaker } }, ...again]]
}

function heard(state: LineState, frame: ServerFrame | null, nowMs: number): LineState {
  const next = { ...state, heardMs: nowMs, failures: nowMs - state.sinceMs < steadyMs ? state.failures : 0 }
  if (frame && 'hello' in frame) return { ...next, hellos: state.hellos - 1, userId: frame.hello.userId }
  if (!frame || !('room' in frame)) return next
  const room = state.rooms.get(frame.room)
  if (!room) return next
  if ('refused' in frame) return withRoom(next, frame.room, { ...room, isRefused: true })
  if (!('danmaku' in frame)) return next
  let { lastId } = room
  for (const { id } of frame.danmaku) lastId = laterId(lastId, id)
  return withRoom(next, frame.room, { ...room, lastId, isRefused: false })
}

function failed(state: LineState, { nowMs, random }: LineMoment): LineState {
  const failures = state.failures + 1
  return { ...state, phase: 'closed', sinceMs: nowMs, failures, retryMs: nowMs + waitMs(failures, random) }
}

function apply(state: LineState, event: LineEvent, moment: LineMoment): Applied {
  const { nowMs } = moment
  switch (event.kind) {
    case 'speaker':
      return spoke(state, event.speaker)
    case 'join':
      return joined(state, event.room)
    case 'leave':
      return left(state, event.room)
    case 'listen':
      return [{ ...state, listeners: state.listeners + 1 }, []]
    case 'unlisten':
      return [{ ...state, listeners: state.listeners - 1 }, []]
    case 'opened':
      return opened(state, nowMs)
    case 'closed':
      return [failed(state, moment), []]
    case 'heard':
      return [heard(state, event.frame, nowMs), []]
    case 'hidden':
      return [{ ...state, hiddenMs: state.hiddenMs ?? nowMs }, []]
    case 'shown':
    case 'online':
    case 'back':
      // Somebody is there, or the network is: the wait is over.
      return [{ ...state, retryMs: nowMs, ...(event.kind === 'shown' && { hiddenMs: null }), isLeft: false }, []]
    case 'left':
      return [{ ...state, isLeft: true }, []]
    case 'tick':
      return [state, []]
  }
}

const isNeeded = ({ rooms, listeners, speaker }: LineState): boolean =>
  rooms.size > 0 || (listeners > 0 && speaker.token !== '')

/** What ends the line, or keeps it from being opened, at once or after a while; null where nothing does. */
function restAt({ isLeft, hiddenMs, idleMs }: LineState): number | null {
  if (isLeft) return 0
  const ends = [hiddenMs === null ? null : hiddenMs + hiddenRestMs, idleMs === null ? null : idleMs + idleRestMs]
  const known = ends.filter((end) => end !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** When a line that is not closed counts as dead. */
const deadAt = ({ phase, sinceMs, heardMs }: LineState): number =>
  phase === 'opening' ? sinceMs + openingMs : heardMs + deadMs

/** What happens next to a line and when, after something happened to it. */
export function stepLine(before: LineState, event: LineEvent, moment: LineMoment): LineStep {
  const { nowMs } = moment
  const [applied, effects] = apply(before, event, moment)
  let state = { ...applied, idleMs: isNeeded(applied) ? null : (applied.idleMs ?? nowMs) }
  const rest = restAt(state)
  if (state.phase !== 'closed' && rest !== null && nowMs >= rest) {
    state = { ...state, phase: 'closed', sinceMs: nowMs, retryMs: nowMs }
    effects.push({ do: 'close' })
  } else if (state.phase !== 'closed' && nowMs >= deadAt(state)) {
    state = { ...state, ...failed(state, moment) }
    effects.push({ do: 'close' })
  }
  const mayOpen = state.idleMs === null && (rest === null || nowMs < rest)
  if (state.phase === 'closed') {
    if (!mayOpen) return { state, effects, nextMs: null }
    if (nowMs < state.retryMs) return { state, effects, nextMs: state.retryMs }
    state = { ...state, phase: 'opening', sinceMs: nowMs }
    effects.push({ do: 'open' })
  }
  return { state, effects, nextMs: Math.min(deadAt(state), rest ?? Infinity) }
}
