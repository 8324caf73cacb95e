import type { ChannelDetail, OnAir, Programme } from '@yunmu/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { programmeAt, withinSpan } from '../../domains/live/air-rules.ts'
import { useChannelPlayer, type ChannelPlayer } from '../../domains/live/use-channel-player.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { chinaDay } from '@yunmu/contract/china-time'
import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { usePictures } from '../../lib/picture.ts'
import { channelUrl, guideUrl, passwordUrl } from '../../lib/urls.ts'
import type { PlayerMetadata, PlayerActions } from '../../player/chrome/chrome-context.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { guideCall, type LiveAddress } from './live-address.ts'

export interface Live extends ChannelPlayer {
  metadata: PlayerMetadata
  actions: PlayerActions
  /** Programmes on the seek bar. */
  programmes: readonly Programme[]
  /** The displayed programme; null if the guide has none. */
  shown: OnAir | Programme | null
  /** The next programme. */
  next: OnAir | null
  /** The replayed programme; null for live. */
  replay: Programme | null
  /** Whether there is something to play. */
  canPlay: boolean
  /** Plays the displayed programme from its start; null if it is unavailable. */
  startOver: (() => void) | null
}

interface LiveInput {
  address: LiveAddress
  detail: ChannelDetail
  nowSec: number | null
}

/** Plays what the address names, and derives the page's data. */
export function useLive(player: PlayerHandle, { address, detail, nowSec }: LiveInput): Live {
  const { programmeId } = address
  const { data: info, isError } = useCall('liveVodInfo', { id: programmeId ?? 1 }, { enabled: programmeId !== null })
  const replay = programmeId !== null && info?.programme.id === programmeId ? info.programme : null
  const canPlay = detail.onAir || replay !== null
  const isSettled = programmeId === null || info?.programme.id === programmeId || isError
  const channel = useChannelPlayer(player, detail, { programme: replay, canPlay: canPlay && isSettled })
  const programmes = useWindowProgrammes(detail, nowSec)
  useAddressSync(channel, detail, programmeId)
  const atSec = useStore(channel.control.state, ({ wallMs }) =>
    wallMs === null ? null : Math.floor(wallMs / 15_000) * 15,
  )
  const at = replay === null && atSec !== null ? programmeAt(programmes, atSec) : undefined
  const shown = replay ?? at ?? detail.now
  const metadata = usePlayerMetadata(detail, shown)
  const actions = useActions(detail, programmeId)
  const canStartOver = shown !== null && (replay !== null || isWithin(shown, detail, nowSec))
  return {
    ...channel,
    metadata,
    actions,
    programmes,
    shown,
    next: replay === null ? detail.next : null,
    replay,
    canPlay,
    startOver: canStartOver ? () => channel.control.goTo(shown.start * 1000) : null,
  }
}

const isWithin = ({ start }: OnAir, { dvrSec }: ChannelDetail, nowSec: number | null): boolean =>
  nowSec !== null && start > nowSec - dvrSec

/** Programmes within the DVR window. */
function useWindowProgrammes({ id, dvrSec }: ChannelDetail, nowSec: number | null): readonly Programme[] {
  const { data: today } = useCall('tvProgrammes', guideCall(id))
  const fromDay = nowSec === null ? '' : chinaDay(nowSec - dvrSec)
  const crosses = nowSec !== null && fromDay !== chinaDay(nowSec)
  const before = useCall('tvProgrammes', { ids: [id], day: fromDay || '0' }, { enabled: crosses })
  return useMemo(() => {
    const all = [before.data, today].flatMap((reply) => reply?.list.find((one) => one.id === id)?.programmes ?? [])
    return nowSec === null ? all : withinSpan(all, nowSec - dvrSec - 60, nowSec + 60)
  }, [before.data, today, id, nowSec, dvrSec])
}

/** When playback continues from a past programme to live, the address becomes the channel's own. */
function useAddressSync({ control }: ChannelPlayer, detail: ChannelDetail, programmeId: number | null): void {
  const navigate = useNavigate()
  const latest = useRef({ navigate, detail })
  useEffect(() => {
    latest.current = { navigate, detail }
  })
  useEffect(() => {
    if (programmeId === null) return
    return control.state.subscribe(({ view }, before) => {
      if (view.kind === 'programme' || before.view.kind !== 'programme') return
      const { navigate: go, detail: channel } = latest.current
      void go(channelUrl(channel), { replace: true, preventScrollReset: true })
    })
  }, [control, programmeId])
  // Going back in the browser's history leads from a replay to live.
  useEffect(() => {
    if (programmeId === null && control.state.getState().view.kind === 'programme') control.goLive()
  }, [control, programmeId])
}

function usePlayerMetadata(detail: ChannelDetail, shown: OnAir | Programme | null): PlayerMetadata {
  const pictures = usePictures()
  const absolute = useAbsolute()
  const latest = useRef(absolute)
  useEffect(() => {
    latest.current = absolute
  })
  const { name, lines } = detail
  const [title, img] = [shown?.name ?? name, shown?.img ?? '']
  return useMemo(
    () => ({
      title,
      episode: title === name ? '' : name,
      isFilm: true,
      picture: img === '' ? '' : pictures(img, 'wide').src,
      lines,
      openingEndSec: 0,
      endingStartSec: 0,
      next: null,
      hasPrevious: false,
      ready: null,
      resumedSec: 0,
      isLinkedTo: false,
      phoneUrl: () => latest.current(channelUrl(detail)),
    }),
    [title, name, img, lines, detail, pictures],
  )
}

function useActions(detail: ChannelDetail, programmeId: number | null): PlayerActions {
  const navigate = useNavigate()
  const [isWide, setWide] = useState(false)
  const go = useRef(navigate)
  useEffect(() => {
    go.current = navigate
  })
  return useMemo(
    () => ({
      next() {},
      previous() {},
      openEpisode() {},
      isWide,
      setWide,
      leave: () => void go.current(guideUrl()),
      askPassword(stream) {
        const to = channelUrl(detail, { stream, programme: programmeId ?? undefined })
        void go.current(passwordUrl({ to }), { replace: true })
      },
    }),
    [detail, programmeId, isWide],
  )
}
