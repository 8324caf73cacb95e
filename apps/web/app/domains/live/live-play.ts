import { RefusedError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import type { PlayResult, PlayRefusal } from '../../player/core/player-handle.ts'

const refusals = new Map<string, PlayRefusal>([
  ['NoSuchLine', 'broken'],
  ['NothingOnAir', 'pending'],
  ['NoReplay', 'gone'],
  ['NoSuchProgramme', 'gone'],
  ['NoSuchChannel', 'gone'],
  ['NothingToPlay', 'gone'],
  ['VipNeeded', 'vip'],
  ['PlayPasswordNeeded', 'password'],
])

/** What to play of a channel; `programmeId` null is the live edge. */
export interface LivePlay {
  channelId: number
  /** 0 lets the server choose. */
  lineId: number
  programmeId: number | null
}

/** Requests permission to play a channel or one of its programmes. Throws if the server is unreachable. */
export async function requestLivePlay({ channelId, lineId, programmeId }: LivePlay): Promise<PlayResult> {
  const target =
    programmeId === null ? { type: 'live' as const, id: channelId } : { type: 'replay' as const, id: programmeId }
  try {
    const { url, qualities } = await callOnce('playToken', { ...target, ids: lineId, level: 1 }, 's')
    return { granted: { url, qualities, storyboard: null } }
  } catch (err) {
    const refused = err instanceof RefusedError ? refusals.get(err.refusal) : undefined
    if (refused === undefined) throw err
    return { refused }
  }
}

/** Response time of a line in milliseconds; null if it fails. */
export async function measureLine(channelId: number, lineId: number): Promise<number | null> {
  try {
    const answer = await requestLivePlay({ channelId, lineId, programmeId: null })
    if ('refused' in answer) return null
    const began = performance.now()
    const response = await fetch(answer.granted.url, { cache: 'no-store' })
    await response.arrayBuffer()
    return response.ok ? performance.now() - began : null
  } catch {
    return null
  }
}
