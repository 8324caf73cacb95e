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
import { channelUrl, guideUrl } from '../../lib/urls.ts'
import type { PlayerMetadata, PlayerActions } from '../../player/chrome/chrome-context.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { guideCall, type LivePlace } from './live-place.ts'

export interface Live extends ChannelPlayer {
  metadata: PlayerMetadata
  actions: PlayerActions
  /** The programmes that the seek bar has. */
  programmes: readonly Programme[]
  /** What is on the screen, or would be; null where the guide says nothing. */
  shown: OnAir | Programme | null
  /** What comes after it. */
  next: OnAir | null
  /** The programme that is watched afterwards; null while what is on plays. */
  replayed: Programme | null
  /** Whether there is something to play. */
  canPlay: boolean
  /** Plays what is shown from its start; null where that cannot be had. */
  startOver: (() => void) | null
}

interface LiveInput {
  place: LivePlace
  detail: ChannelDetail
  nowSec: number | null
}

/** Plays what the address names, and knows what that is. */
export function useLive(player: PlayerHandle, { place, detail, nowSec }: LiveInput): Live {
  const { programmeId } = place
  const { data: info, isError } = useCall('liveVodInfo', { id: programmeId ?? 1 }, { enabled: programmeId !== null })
  const replayed = programmeId !== null && info?.programme.id === programmeId ? info.programme : null
  const canPlay = detail.onAir || replayed !== null
  const isSettled = programmeId === null || info?.programme.id === programmeId || isError
  const channel = useChannelPlayer(player, detail, { programme: replayed, canPlay: canPlay && isSettled })
  const programmes = useWindow(detail, nowSec)
  useAddress(channel, detail, programmeId)
  const atSec = useStore(channel.control.state, ({ wallMs }) =>
    wallMs === null ? null : Math.floor(wallMs / 15_000) * 15,
  )
  const at = replayed === null && atSec !== null ? programmeAt(programmes, atSec) : undefined
  const shown = replayed ?? at ?? detail.now
  const metadata = useAbout(detail, shown)
  const actions = useActions()
  const canStartOver = shown !== null && (replayed !== null || isWithin(shown, detail, nowSec))
  return {
    ...channel,
    metadata,
    actions,
    programmes,
    shown,
    next: replayed === null ? detail.next : null,
    replayed,
    canPlay,
    startOver: canStartOver ? () => channel.control.goTo(shown.start * 1000) : null,
  }
}

const isWithin = ({ start }: OnAir, { dvrSec }: ChannelDetail, nowSec: number | null): boolean =>
  nowSec !== null && start > nowSec - dvrSec

/** The guide as far back as one can go. */
function useWindow({ id, dvrSec }: ChannelDetail, nowSec: number | null): readonly Programme[] {
  const { data: today } = useCall('tvProgrammes', guideCall(id))
  const fromDay = nowSec === null ? '' : chinaDay(nowSec - dvrSec)
  const crosses = nowSec !== null && fromDay !== chinaDay(nowSec)
  const before = useCall('tvProgrammes', { ids: [id], day: fromDay || '0' }, { enabled: crosses })
  return useMemo(() => {
    const all = [before.data, today].flatMap((reply) => reply?.list.find((one) => one.id === id)?.programmes ?? [])
    return nowSec === null ? all : withinSpan(all, nowSec - dvrSec - 60, nowSec + 60)
  }, [before.data, today, id, nowSec, dvrSec])
}

/** Whoever goes on from a past programme to what is on is at the channel's own address. */
function useAddress({ control }: ChannelPlayer, detail: ChannelDetail, programmeId: number | null): void {
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
  // The way back of the browser leads from a past programme to what is on.
  useEffect(() => {
    if (programmeId === null && control.state.getState().view.kind === 'programme') control.goLive()
  }, [control, programmeId])
}

function useAbout(detail: ChannelDetail, shown: OnAir | Programme | null): PlayerMetadata {
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
      phoneUrl: () => latest.current(channelUrl(detail)),
    }),
    [title, name, img, lines, detail, pictures],
  )
}

function useActions(): PlayerActions {
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
    }),
    [isWide],
  )
}
