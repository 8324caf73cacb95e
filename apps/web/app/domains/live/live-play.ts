import type { ChannelDetail } from '@yunmu/contract'
import { requestPlay, type PlayTarget } from '../../player/core/play-query.ts'
import { sortLines } from './line-rules.ts'

/** What plays a channel on a line, or one of its programmes; `programmeId` null is the live edge. */
export function channelTarget(channelId: number, lineId: number, programmeId: number | null = null): PlayTarget {
  return programmeId === null
    ? { type: 'live', id: channelId, lineId, level: 1 }
    : { type: 'replay', id: programmeId, lineId, level: 1 }
}

/** What a channel's page plays first: the live edge on the line that is tried first. */
export function liveEdgeTarget({ id, lines, stream }: Pick<ChannelDetail, 'id' | 'lines' | 'stream'>): PlayTarget {
  const [first] = sortLines(lines, stream)
  return channelTarget(id, first?.id ?? stream)
}

/** Response time of a line in milliseconds; null if it fails. */
export async function measureLine(channelId: number, lineId: number): Promise<number | null> {
  try {
    const answer = await requestPlay(channelTarget(channelId, lineId))
    if ('refused' in answer) return null
    const began = performance.now()
    const response = await fetch(answer.granted.url, { cache: 'no-store' })
    await response.arrayBuffer()
    return response.ok ? performance.now() - began : null
  } catch {
    return null
  }
}
