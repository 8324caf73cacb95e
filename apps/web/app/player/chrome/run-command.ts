import { fullClockOf } from '@yunmu/contract/china-time'
import type { playerTexts } from '../player-texts.ts'
import { showEffect, type Chrome } from './chrome-context.ts'
import type { LiveControl } from '../live/live-control.ts'
import { clockText } from './clock-text.ts'
import type { PlayerCommand } from './keyboard.ts'

type Words = (typeof playerTexts)['s']

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const

export const rateText = (rate: number): string => `${rate}×`

const percent = (share: number): string => `${Math.round(share * 100)}%`
/** Frames a second, where nobody tells: what most films have. */
const usualFrameSec = 1 / 25

/** The rate a step faster or slower; the same at the end of the list. */
function rateAfter(rate: number, steps: 1 | -1): number {
  const others = rates.filter((other) => (steps > 0 ? other > rate : other < rate))
  return (steps > 0 ? others[0] : others.at(-1)) ?? rate
}

/** Does what a key asks for, and shows what it did. */
export function runCommand(chrome: Chrome, command: PlayerCommand, words: Words): void {
  const { player, store, actions, live, talk } = chrome
  const state = player.state.getState()
  const show = (...effect: [icon: Parameters<typeof showEffect>[1], text: string]): void => showEffect(store, ...effect)
  switch (command.do) {
    case 'toggle':
      show(state.paused ? 'play' : 'pause', state.paused ? words.play : words.pause)
      return player.toggle()
    case 'seekBy':
      return seekBy(chrome, command.sec)
    case 'seekToShare':
      if (live) return seekInChannel(chrome, live.control, command.share)
      player.seek(state.durationSec * command.share)
      return show('seek-forward', clockText(player.state.getState().positionSec))
    case 'stepFrame':
      player.seek(state.positionSec + command.frames * usualFrameSec)
      return player.pause()
    case 'volumeBy':
      return changeVolume(chrome, command.by)
    case 'mute':
      player.setMuted(!state.muted)
      return show(state.muted ? 'volume' : 'muted', state.muted ? percent(state.volume) : words.mute)
    case 'rateStep': {
      // A channel has its own speed.
      if (live) return
      const rate = rateAfter(state.rate, command.steps)
      player.setRate(rate)
      return show('speed', rateText(rate))
    }
    case 'fullscreen':
      player.setFullscreen(!state.fullscreen)
      return show(state.fullscreen ? 'leave-full' : 'full', state.fullscreen ? words.leaveFullscreen : words.fullscreen)
    case 'wide':
      actions.setWide(!actions.isWide)
      return show('wide', actions.isWide ? words.leaveWide : words.wide)
    case 'pictureInPicture':
      if (state.canPictureInPicture) player.setPictureInPicture(!state.pictureInPicture)
      return show('pip', words.pictureInPicture)
    case 'subtitles':
      return toggleSubtitles(chrome, words)
    case 'nextEpisode':
    case 'previousEpisode':
      return changeEpisode(chrome, command.do, words)
    case 'listKeys':
      return store.setState(({ isKeyListOpen }) => ({ isKeyListOpen: !isKeyListOpen }))
    case 'guide':
      return live?.openGuide()
    case 'danmaku':
      return toggleDanmaku(chrome, words)
    case 'danmakuField':
      // Where the picture fills the screen, the field is among the controls.
      store.setState({ areControlsShown: true })
      return talk?.enterField()
    case 'leave':
      return leave(chrome)
  }
}

function changeEpisode({ about, actions, store }: Chrome, to: 'nextEpisode' | 'previousEpisode', words: Words): void {
  const isNext = to === 'nextEpisode'
  if (isNext ? about.next?.kind !== 'episode' : !about.hasPrevious) return
  showEffect(store, isNext ? 'next' : 'previous', isNext ? words.next : words.previous)
  if (isNext) actions.next()
  else actions.previous()
}

/** Seeks from where the viewer is, and shows to where. */
export function seekBy({ player, store, live }: Chrome, sec: number): void {
  const by = `${sec < 0 ? '−' : '+'}${Math.round(Math.abs(sec))}`
  if (live) {
    live.control.seekBy(sec)
    return showEffect(store, sec < 0 ? 'seek-back' : 'seek-forward', `${by}　${timeOfDay(live.control)}`)
  }
  player.seek(player.state.getState().positionSec + sec)
  const { positionSec } = player.state.getState()
  showEffect(store, sec < 0 ? 'seek-back' : 'seek-forward', `${by}　${clockText(positionSec)}`)
}

const timeOfDay = ({ state }: LiveControl): string => {
  const { wallMs, edgeMs } = state.getState()
  return fullClockOf((wallMs ?? edgeMs) / 1000)
}

/** A share of what the bar of a channel stands for; all of it is what is on now. */
function seekInChannel({ store }: Chrome, control: LiveControl, share: number): void {
  const { view, edgeMs } = control.state.getState()
  const fromMs = view.kind === 'programme' ? view.startSec * 1000 : edgeMs - control.dvrSec * 1000
  const toMs = view.kind === 'programme' ? view.endSec * 1000 : edgeMs
  if (share === 1) control.goLive()
  else control.goTo(fromMs + share * (toMs - fromMs))
  showEffect(store, share === 1 ? 'seek-forward' : 'seek-back', timeOfDay(control))
}

/** Changes the volume by a share of its range, and ends muting: it goes on from what was heard before. */
export function changeVolume({ player, store }: Chrome, by: number): void {
  const { volume } = player.state.getState()
  const next = Math.min(1, Math.max(0, Math.round((volume + by) * 100) / 100))
  player.setVolume(next)
  showEffect(store, next === 0 ? 'muted' : 'volume', percent(next))
}

function toggleSubtitles({ player, store }: Chrome, words: Words): void {
  const { subtitles, subtitle } = player.state.getState()
  if (subtitles.length === 0) return showEffect(store, 'subtitles', words.noSubtitles)
  player.chooseSubtitle(subtitle < 0 ? 0 : -1)
  showEffect(store, 'subtitles', subtitle < 0 ? words.subtitlesOn : words.subtitlesClosed)
}

function toggleDanmaku({ talk, store }: Chrome, words: Words): void {
  if (!talk) return
  const isOn = talk.toggle()
  showEffect(store, isOn ? 'danmaku' : 'danmaku-off', isOn ? words.danmakuOn : words.danmakuOff)
}

/** Escape leaves one thing at a time, the innermost first. */
function leave({ player, store, actions }: Chrome): void {
  const { isKeyListOpen, menu } = store.getState()
  if (isKeyListOpen || menu !== null) return store.setState({ isKeyListOpen: false, menu: null })
  if (player.state.getState().webFullscreen) return player.setWebFullscreen(false)
  if (actions.isWide) actions.setWide(false)
}
