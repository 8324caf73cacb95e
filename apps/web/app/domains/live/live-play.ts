import type { ChannelDetail } from '@yunmu/contract'
import { measurePlay, type PlayTarget } from '../../player/core/play-query.ts'
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
export const measureLine = (channelId: number, lineId: number): Promise<number | null> =>
  measurePlay(channelTarget(channelId, lineId))
