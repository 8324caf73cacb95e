import type { ChannelDetail, Programme } from '@yunmu/contract'
import { use, useCallback, useEffect, useMemo, useRef } from 'react'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import type { CallCache } from '../../lib/calls/call-cache.ts'
import { CallCacheContext, callOnce } from '../../lib/calls/call-query.ts'
import { createPlayRequester } from '../../player/core/play-query.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { readSettings } from '../../player/core/player-settings.ts'
import type { PictureFault } from '../../player/live/detector-rules.ts'
import type { LiveView } from '../../player/live/dvr-rules.ts'
import { LiveControl, type LiveSource } from '../../player/live/live-control.ts'
import { nextLineId, sortLines } from './line-rules.ts'
import { channelTarget, measureLine } from './live-play.ts'

type ReplayTarget = Pick<Programme, 'id' | 'start' | 'end'>

const viewOf = (programme: ReplayTarget | null): LiveView =>
  programme
    ? { kind: 'programme', id: programme.id, startSec: programme.start, endSec: programme.end }
    : { kind: 'edge' }

export interface ChannelPlayer {
  control: LiveControl
  measure: (lineId: number) => Promise<number | null>
  /** Reports a playback problem to the server, which may recommend another line. */
  report: (fault: PictureFault, lineId: number) => void
}

/**
 * Plays a channel, or one of its programmes. A new channel starts a new playback; another programme of the same channel
 * is seeked to. `canPlay` is false while nothing is on the air.
 */
export function useChannelPlayer(
  player: PlayerHandle,
  detail: ChannelDetail,
  { programme, canPlay }: { programme: ReplayTarget | null; canPlay: boolean },
): ChannelPlayer {
  const { id } = detail
  const cache = use(CallCacheContext)
  const latest = useRef({ detail, programme })
  const control = useMemo(() => new LiveControl(player), [player])
  useEffect(() => {
    latest.current = { detail, programme }
  })
  useEffect(() => {
    if (!canPlay || !cache) return
    // Name and viewer count may change while it plays: they must not restart playback.
    control.start(sourceOf(id, latest.current, cache))
    return () => control.destroy()
  }, [control, id, canPlay, cache])
  const programmeId = programme?.id ?? null
  useEffect(() => {
    const { programme: next } = latest.current
    const { view } = control.state.getState()
    if (next && programmeId !== null && !(view.kind === 'programme' && view.id === programmeId))
      control.openProgramme(next)
  }, [control, programmeId])
  const measure = useCallback((lineId: number) => measureLine(id, lineId), [id])
  const report = useCallback(
    (fault: PictureFault, lineId: number) =>
      void reportFault(fault, lineId, latest.current.detail).then((better) => {
        const { lineId: playing } = player.state.getState()
        if (better !== null && playing === lineId && readSettings().switchesLine) player.switchLineTo(better)
      }),
    [player],
  )
  return { control, measure, report }
}

function sourceOf(
  id: number,
  latest: { detail: ChannelDetail; programme: ReplayTarget | null },
  cache: CallCache,
): LiveSource {
  const { lines, stream, dvrSec } = latest.detail
  const tried = sortLines(lines, stream)
  const requestPlay = createPlayRequester(cache)
  return {
    lines: tried,
    lineId: tried[0]?.id ?? stream,
    dvrSec: () => dvrSec,
    view: viewOf(latest.programme),
    maySwitchLine: () => readSettings().switchesLine,
    requestPlay: (lineId, programmeId) => requestPlay(channelTarget(id, lineId, programmeId)),
  }
}

/** The line to switch to; null to stay. */
async function reportFault(fault: PictureFault, stream: number, detail: ChannelDetail): Promise<number | null> {
  const next = fault === 'stalled' ? nextLineId(detail.lines, stream) : null
  try {
    const reply = await callOnce('liveReport', { id: detail.id, stream, fault }, 's')
    return reply.stream === stream ? next : reply.stream
  } catch (err) {
    if (err instanceof RefusedError || err instanceof UnreachableError) return next
    throw err
  }
}
