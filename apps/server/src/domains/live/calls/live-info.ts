import { liveInfo } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { chooseLine, selectableLines, shownLines } from '../lines/line-rules.ts'
import { onAirChanged, channelsChanged, linesChanged, schedulesChanged } from '../live-events.ts'
import type { LiveParts } from '../live-parts.ts'
import { replayDaysOf } from '../playlists/replays.ts'

export function mountLiveInfo(calls: CallRegistry, parts: LiveParts): void {
  const { lineup, cards, health, schedules, guide } = parts
  mountCall(
    calls,
    liveInfo,
    async ({ send, viewer, nowMs, refuse }) => {
      const channel = (await lineup()).byId.get(send.id)
      if (!channel) return refuse('NoSuchChannel')
      const [lines, [card]] = await Promise.all([
        health.linesOf(channel, nowMs),
        cards.of([channel], nowMs, viewer?.id ?? null),
      ])
      if (!card) return refuse('NoSuchChannel')
      // The reply is the same for those who have the password of a line.
      const locked = new Set(lines.filter((line) => line.locked).map(({ id }) => id))
      const playing = chooseLine(selectableLines(lines, send.stream, locked), send.stream)
      const { dvrSec, streams } = channel
      const starts = playing ? [] : await Promise.all(streams.map((stream) => schedules.resumesAt(stream.id, nowMs)))
      const resumesMs = Math.min(...starts.filter((startMs) => startMs !== null))
      return {
        ...card,
        lines: shownLines(lines),
        stream: playing?.id ?? (send.stream || 1),
        onAir: playing !== null,
        resumesAt: Number.isFinite(resumesMs) ? Math.floor(resumesMs / 1000) : null,
        dvrSec,
        replayDays: replayDaysOf(channel),
      }
    },
    { cachedUntil: [channelsChanged, linesChanged, schedulesChanged], refreshedBy: [onAirChanged, guide.changed] },
  )
}
