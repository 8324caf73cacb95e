import { RefusedError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import type { PlayAnswer, PlayRefusal } from '../../player/core/player-handle.ts'

const refusals = new Map<string, PlayRefusal>([
  ['NoSuchLine', 'broken'],
  ['NothingOnAir', 'pending'],
  ['NoReplay', 'gone'],
  ['NoSuchProgramme', 'gone'],
  ['NoSuchChannel', 'gone'],
  ['NothingToPlay', 'gone'],
  ['VipNeeded', 'vip'],
])

/** What of a channel is to be played; `programmeId` null is what is on. */
export interface LivePlay {
  channelId: number
  /** 0 leaves the choice to the station. */
  lineId: number
  programmeId: number | null
}

/** Asks the station for permission to play a channel or one of its programmes. Throws where nobody answers. */
export async function askLive({ channelId, lineId, programmeId }: LivePlay): Promise<PlayAnswer> {
  const what =
    programmeId === null ? { type: 'live' as const, id: channelId } : { type: 'replay' as const, id: programmeId }
  try {
    const { url, qualities } = await callOnce('playToken', { ...what, ids: lineId, level: 1 }, 's')
    return { granted: { url, qualities, storyboard: null } }
  } catch (err) {
    const refused = err instanceof RefusedError ? refusals.get(err.refusal) : undefined
    if (refused === undefined) throw err
    return { refused }
  }
}

/** How long a line takes to answer, milliseconds; null where it does not. */
export async function measureLine(channelId: number, lineId: number): Promise<number | null> {
  try {
    const answer = await askLive({ channelId, lineId, programmeId: null })
    if ('refused' in answer) return null
    const began = performance.now()
    const response = await fetch(answer.granted.url, { cache: 'no-store' })
    await response.arrayBuffer()
    return response.ok ? performance.now() - began : null
  } catch {
    return null
  }
}
