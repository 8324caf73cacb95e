import type { ChannelDetail, Programme } from '@yunmu/contract'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { readSettings } from '../../player/core/player-settings.ts'
import type { PictureFault } from '../../player/live/detector-rules.ts'
import type { LiveView } from '../../player/live/dvr-rules.ts'
import { LiveControl, type LiveSource } from '../../player/live/live-control.ts'
import { nextLineId, triedLines } from './line-rules.ts'
import { askLive, measureLine } from './live-play.ts'

type Replayed = Pick<Programme, 'id' | 'start' | 'end'>

const viewOf = (programme: Replayed | null): LiveView =>
  programme
    ? { kind: 'programme', id: programme.id, startSec: programme.start, endSec: programme.end }
    : { kind: 'edge' }

export interface ChannelPlayer {
  control: LiveControl
  measure: (lineId: number) => Promise<number | null>
  /** The picture has a fault: the station is told, and says which line to go on with. */
  report: (fault: PictureFault, lineId: number) => void
}

/**
 * Plays a channel, or a programme of it where one is wanted. Another channel begins anew; another programme of the same
 * one is gone to. `canPlay` is false while there is nothing on the air.
 */
export function useChannelPlayer(
  player: PlayerHandle,
  detail: ChannelDetail,
  { programme, canPlay }: { programme: Replayed | null; canPlay: boolean },
): ChannelPlayer {
  const { id } = detail
  const latest = useRef({ detail, programme })
  const control = useMemo(() => new LiveControl(player), [player])
  useEffect(() => {
    latest.current = { detail, programme }
  })
  useEffect(() => {
    if (!canPlay) return
    // What a channel is called and who watches it may change while it plays.
    control.begin(sourceOf(id, latest.current))
    return () => control.destroy()
  }, [control, id, canPlay])
  const wanted = programme?.id ?? null
  useEffect(() => {
    const { programme: next } = latest.current
    const { view } = control.state.getState()
    if (next && wanted !== null && !(view.kind === 'programme' && view.id === wanted)) control.openProgramme(next)
  }, [control, wanted])
  const measure = useCallback((lineId: number) => measureLine(id, lineId), [id])
  const report = useCallback(
    (fault: PictureFault, lineId: number) =>
      void reportFault(fault, lineId, latest.current.detail).then((better) => {
        const { lineId: playing } = player.state.getState()
        if (better !== null && playing === lineId && readSettings().switchesLine) player.leaveLineFor(better)
      }),
    [player],
  )
  return { control, measure, report }
}

function sourceOf(id: number, given: { detail: ChannelDetail; programme: Replayed | null }): LiveSource {
  const { lines, stream, dvrSec } = given.detail
  const tried = triedLines(lines, stream)
  return {
    lines: tried,
    lineId: tried[0]?.id ?? stream,
    dvrSec,
    view: viewOf(given.programme),
    mayLeaveLine: () => readSettings().switchesLine,
    ask: (lineId, programmeId) => askLive({ channelId: id, lineId, programmeId }),
  }
}

/** The line to go on with; null for the same. */
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
