import { liveReport, liveWatch } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import { mountCall, type CallBook, type Visitor } from '../../../platform/calls/mount-call.ts'
import { fallbackLine } from '../lines/line-rules.ts'
import type { LiveParts } from '../live-parts.ts'

/** Minimum interval between two reports of a player for the same line. */
const minReportIntervalMs = 5000
const maxReporters = 20_000

/** Enough for several players behind one address that also switch channels. */
const watchLimit = { points: 120, perSec: 60 }
const reportLimit = { points: 30, perSec: 60 }

/** Heartbeats and fault reports of players. */
export function mountLiveWatch(calls: CallBook, { lineup, health, viewers }: LiveParts): void {
  const reported = new LRUCache<string, number>({ max: maxReporters })

  mountCall(
    calls,
    liveWatch,
    async ({ send: { id, end }, viewer, visitor, nowMs, refuse }) => {
      if (!(await lineup()).byId.has(id)) return refuse('NoSuchChannel')
      // Browsers could invent ids. Viewers who are not signed in therefore count once per network and channel.
      const viewerKey = viewer ? `user ${viewer.id}` : `${networkOf(visitor)} ${id}`
      if (end) viewers.leave(viewerKey, id)
      else viewers.heartbeat(viewerKey, id, nowMs)
      return { online: viewers.online(id, nowMs) }
    },
    { limit: watchLimit },
  )

  mountCall(
    calls,
    liveReport,
    async ({ send: { id, stream: line, fault }, viewer, visitor, nowMs, refuse }) => {
      const channel = (await lineup()).byId.get(id)
      if (!channel) return refuse('NoSuchChannel')
      const stream = channel.streams.find((one) => one.line === line)
      if (!stream) return refuse('NoSuchLine')
      const key = `${viewer ? `user ${viewer.id}` : visitor.dayKey} ${stream.id}`
      if (nowMs - (reported.get(key) ?? -Infinity) < minReportIntervalMs) return refuse('TooSoon')
      reported.set(key, nowMs)
      await health.report({ streamId: stream.id, network: networkOf(visitor), fault, nowMs })
      return { stream: fallbackLine(await health.linesOf(channel, nowMs), line) }
    },
    { limit: reportLimit },
  )
}

const networkOf = ({ networkKey }: Visitor): string => networkKey ?? 'here'
