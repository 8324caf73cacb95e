import { liveReport, liveWatch } from '@yunmu/contract'
import { mountCall, type CallRegistry, type Visitor } from '../../../platform/calls/mount-call.ts'
import { fallbackLine } from '../lines/line-rules.ts'
import type { LiveParts } from '../live-parts.ts'

/** Enough for several players behind one address that also switch channels. */
const watchLimit = { points: 120, perSec: 60 }
const reportLimit = { points: 30, perSec: 60 }

/** Heartbeats and fault reports of players. */
export function mountLiveWatch(
  calls: CallRegistry,
  { lineup, health, mayReport, viewers, crowd: crowdOf }: LiveParts,
): void {
  mountCall(
    calls,
    liveWatch,
    async ({ send: { id, end }, viewer, visitor, nowMs, refuse }) => {
      if (!(await lineup()).byId.has(id)) return refuse('NoSuchChannel')
      // Browsers could invent ids. Viewers who are not signed in therefore count once per network and channel.
      const viewerKey = viewer ? `user ${viewer.id}` : `${networkOf(visitor)} ${id}`
      const crowd = crowdOf(id, nowMs)
      return { online: (await viewers.heartbeat({ visitor: viewerKey, channelId: id, end, nowMs })) + crowd, crowd }
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
      const reporter = viewer ? `user ${viewer.id}` : visitor.dayKey
      if (!(await mayReport({ reporter, streamId: stream.id, nowMs }))) return refuse('TooSoon')
      await health.report({ streamId: stream.id, network: networkOf(visitor), fault, nowMs })
      return { stream: fallbackLine(await health.linesOf(channel, nowMs), line) }
    },
    { limit: reportLimit },
  )
}

const networkOf = ({ networkKey }: Visitor): string => networkKey ?? 'here'
