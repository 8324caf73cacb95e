import type { ClientFrame, Script, ServerFrame } from '@yunmu/contract'
import { realtimeBounds } from '@yunmu/contract'

/**
 * State machine of the realtime connection, without clock, network or browser: events go in; effects and the time of
 * the next tick come out.
 */

/** Who the page is signed in as, and the script it wants frames in. */
export interface Identity {
  /** Empty for visitors. */
  token: string
  lang: Script
}

interface RoomState {
  members: number
  /** Id of the last received danmaku; null before the first. */
  lastId: string | null
  isRefused: boolean
}

export interface ConnectionState {
  phase: 'closed' | 'opening' | 'open'
  identity: Identity
  /** User id that the server confirmed; 0 for visitors and before the confirmation. */
  userId: number
  /** Number of `hello` frames sent on this connection and not yet answered. */
  pendingHellos: number
  rooms: ReadonlyMap<string, RoomState>
  /** Number of subscribers to frames for the user or for everybody. */
  subscribers: number
  /** Consecutive connections that failed or ended before `stableAfterMs`. */
  failures: number
  /** When the phase began. */
  sinceMs: number
  lastFrameMs: number
  /** No connection attempt before this time. */
  retryMs: number
  /** Since when the tab is hidden; null while it is visible. */
  hiddenMs: number | null
  /** Since when the connection is unused; null while it is used. */
  idleMs: number | null
  /** Whether `pagehide` fired; the page may return from the back/forward cache. */
  isPageHidden: boolean
}

export type ConnectionEvent =
  | { kind: 'identity'; identity: Identity }
  | { kind: 'join' | 'leave'; room: string }
  | { kind: 'listen' | 'unlisten' }
  | { kind: 'opened' | 'closed' }
  | { kind: 'frame'; frame: ServerFrame | null }
  | { kind: 'hidden' | 'shown' | 'online' | 'pagehide' | 'pageshow' | 'tick' }

export type ConnectionEffect = { do: 'open' } | { do: 'close' } | { do: 'send'; frame: ClientFrame }

export interface ConnectionStep {
  state: ConnectionState
  effects: readonly ConnectionEffect[]
  /** When to send the next `tick`; null if nothing is scheduled. */
  nextMs: number | null
}

/** Current time, and a number from 0 to 1 that spreads simultaneous reconnects. */
export interface StepInput {
  nowMs: number
  random: number
}

/** A connection that has not opened by then has failed. */
const openTimeoutMs = 10_000
const silenceTimeoutMs = realtimeBounds.beatSec * 2000
/** A hidden tab keeps its connection for this time. */
const hiddenTimeoutMs = 5 * 60_000
/** The connection is unused for a moment during navigation. */
const idleTimeoutMs = 5000
const firstRetryMs = 2000
/**
 * A connection that ends sooner counts as a failure, so that a server that accepts and closes at once is not retried at
 * once.
 */
const stableAfterMs = 30_000
const maxRetryMs = 60_000

export const closedConnection: ConnectionState = {
  phase: 'closed',
  identity: { token: '', lang: 's' },
  userId: 0,
  pendingHellos: 0,
  rooms: new Map(),
  subscribers: 0,
  failures: 0,
  sinceMs: 0,
  lastFrameMs: 0,
  retryMs: 0,
  hiddenMs: null,
  idleMs: 0,
  isPageHidden: false,
}

const newRoom: RoomState = { members: 1, lastId: null, isRefused: false }

/** Retry delay in milliseconds: exponential with jitter. A page of a worker that was replaced is back within 3 s. */
export function retryDelayMs(failures: number, random: number): number {
  const middle = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.max(0, failures - 1))
  return Math.round(middle * (0.65 + 0.7 * random))
}

/** The later of two ids, which are digit strings of different lengths. */
export function laterId(one: string | null, other: string): string {
  if (one === null || one.length < other.length) return other
  return one.length === other.length && one < other ? other : one
}

const withRoom = (state: ConnectionState, room: string, next: RoomState | null): ConnectionState => {
  const rooms = new Map(state.rooms)
  if (next) rooms.set(room, next)
  else rooms.delete(room)
  return { ...state, rooms }
}

/** The first join asks for all recent frames, because what the page has loaded is some seconds old. */
const joinEffect = (room: string, { lastId }: RoomState): ConnectionEffect => ({
  do: 'send',
  frame: { join: room, after: lastId ?? '0' },
})

function onJoin(state: ConnectionState, name: string): Applied {
  const room = state.rooms.get(name)
  if (room) return [withRoom(state, name, { ...room, members: room.members + 1 }), []]
  return [withRoom(state, name, newRoom), state.phase === 'open' ? [joinEffect(name, newRoom)] : []]
}

function onLeave(state: ConnectionState, name: string): Applied {
  const room = state.rooms.get(name)
  if (!room) return [state, []]
  if (room.members > 1) return [withRoom(state, name, { ...room, members: room.members - 1 }), []]
  return [withRoom(state, name, null), state.phase === 'open' ? [{ do: 'send', frame: { leave: name } }] : []]
}

type Applied = [state: ConnectionState, effects: ConnectionEffect[]]

/** Identifies the page and joins all rooms on a new connection. */
function onOpened(state: ConnectionState, nowMs: number): Applied {
  const rooms = [...state.rooms]
  return [
    {
      ...state,
      phase: 'open',
      userId: 0,
      pendingHellos: 1,
      sinceMs: nowMs,
      lastFrameMs: nowMs,
      rooms: new Map(rooms.map(([name, room]) => [name, { ...room, isRefused: false }])),
    },
    [{ do: 'send', frame: { hello: state.identity } }, ...rooms.map(([name, room]) => joinEffect(name, room))],
  ]
}

/** Whether the connection is open and the server has confirmed that it belongs to this token. */
export const isIdentifiedAs = (
  { phase, identity, userId, pendingHellos }: ConnectionState,
  token: string | null,
): boolean => phase === 'open' && pendingHellos === 0 && userId !== 0 && identity.token === token

/** Joins the refused rooms again, because the new user may be allowed to enter. */
function onIdentity(state: ConnectionState, identity: Identity): Applied {
  const { token, lang } = state.identity
  if (token === identity.token && lang === identity.lang) return [state, []]
  if (state.phase !== 'open') return [{ ...state, identity }, []]
  const refused = [...state.rooms].filter(([, { isRefused }]) => isRefused)
  const again = refused.map(([name, room]) => joinEffect(name, room))
  const pendingHellos = state.pendingHellos + 1
  return [{ ...state, identity, pendingHellos }, [{ do: 'send', frame: { hello: identity } }, ...again]]
}

function onFrame(state: ConnectionState, frame: ServerFrame | null, nowMs: number): ConnectionState {
  const next = { ...state, lastFrameMs: nowMs, failures: nowMs - state.sinceMs < stableAfterMs ? state.failures : 0 }
  if (frame && 'hello' in frame) return { ...next, pendingHellos: state.pendingHellos - 1, userId: frame.hello.userId }
  if (!frame || !('room' in frame)) return next
  const room = state.rooms.get(frame.room)
  if (!room) return next
  if ('refused' in frame) return withRoom(next, frame.room, { ...room, isRefused: true })
  if (!('danmaku' in frame)) return next
  let { lastId } = room
  for (const { id } of frame.danmaku) lastId = laterId(lastId, id)
  return withRoom(next, frame.room, { ...room, lastId, isRefused: false })
}

function onFailed(state: ConnectionState, { nowMs, random }: StepInput): ConnectionState {
  const failures = state.failures + 1
  return { ...state, phase: 'closed', sinceMs: nowMs, failures, retryMs: nowMs + retryDelayMs(failures, random) }
}

function apply(state: ConnectionState, event: ConnectionEvent, moment: StepInput): Applied {
  const { nowMs } = moment
  switch (event.kind) {
    case 'identity':
      return onIdentity(state, event.identity)
    case 'join':
      return onJoin(state, event.room)
    case 'leave':
      return onLeave(state, event.room)
    case 'listen':
      return [{ ...state, subscribers: state.subscribers + 1 }, []]
    case 'unlisten':
      return [{ ...state, subscribers: state.subscribers - 1 }, []]
    case 'opened':
      return onOpened(state, nowMs)
    case 'closed':
      return [onFailed(state, moment), []]
    case 'frame':
      return [onFrame(state, event.frame, nowMs), []]
    case 'hidden':
      return [{ ...state, hiddenMs: state.hiddenMs ?? nowMs }, []]
    case 'shown':
    case 'online':
    case 'pageshow':
      // The user or the network is back: no need to wait any longer.
      return [{ ...state, retryMs: nowMs, ...(event.kind === 'shown' && { hiddenMs: null }), isPageHidden: false }, []]
    case 'pagehide':
      return [{ ...state, isPageHidden: true }, []]
    case 'tick':
      return [state, []]
  }
}

const isNeeded = ({ rooms, subscribers, identity }: ConnectionState): boolean =>
  rooms.size > 0 || (subscribers > 0 && identity.token !== '')

/** When the connection must be closed, or must not be opened; null if it may stay. */
function closeAtMs({ isPageHidden, hiddenMs, idleMs }: ConnectionState): number | null {
  if (isPageHidden) return 0
  const ends = [hiddenMs === null ? null : hiddenMs + hiddenTimeoutMs, idleMs === null ? null : idleMs + idleTimeoutMs]
  const room = ends.filter((end) => end !== null)
  return room.length === 0 ? null : Math.min(...room)
}

/** When a connection without frames counts as dead. */
const deadAtMs = ({ phase, sinceMs, lastFrameMs }: ConnectionState): number =>
  phase === 'opening' ? sinceMs + openTimeoutMs : lastFrameMs + silenceTimeoutMs

/** Applies an event: the new state, the effects to run, and the time of the next tick. */
export function stepConnection(before: ConnectionState, event: ConnectionEvent, moment: StepInput): ConnectionStep {
  const { nowMs } = moment
  const [applied, effects] = apply(before, event, moment)
  let state = { ...applied, idleMs: isNeeded(applied) ? null : (applied.idleMs ?? nowMs) }
  const rest = closeAtMs(state)
  if (state.phase !== 'closed' && rest !== null && nowMs >= rest) {
    state = { ...state, phase: 'closed', sinceMs: nowMs, retryMs: nowMs }
    effects.push({ do: 'close' })
  } else if (state.phase !== 'closed' && nowMs >= deadAtMs(state)) {
    state = { ...state, ...onFailed(state, moment) }
    effects.push({ do: 'close' })
  }
  const mayOpen = state.idleMs === null && (rest === null || nowMs < rest)
  if (state.phase === 'closed') {
    if (!mayOpen) return { state, effects, nextMs: null }
    if (nowMs < state.retryMs) return { state, effects, nextMs: state.retryMs }
    state = { ...state, phase: 'opening', sinceMs: nowMs }
    effects.push({ do: 'open' })
  }
  return { state, effects, nextMs: Math.min(deadAtMs(state), rest ?? Infinity) }
}
