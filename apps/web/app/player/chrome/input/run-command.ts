import { fullClockOf } from '@yunmu/contract/china-time'
import type { playerTexts } from '../../player-texts.ts'
import { showFeedback, type Chrome } from '../chrome-context.ts'
import type { LiveControl } from '../../live/live-control.ts'
import { clockText } from '../seek/clock-text.ts'
import type { PlayerCommand } from './keyboard.ts'

type Texts = (typeof playerTexts)['s']

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const

export const rateText = (rate: number): string => `${rate}×`

const percent = (share: number): string => `${Math.round(share * 100)}%`
/** Frame duration, assuming 25 frames per second: browsers do not report it. */
const defaultFrameSec = 1 / 25

/** The next faster or slower rate; unchanged at the end of the list. */
function nextRate(rate: number, steps: 1 | -1): number {
  const others = rates.filter((other) => (steps > 0 ? other > rate : other < rate))
  return (steps > 0 ? others[0] : others.at(-1)) ?? rate
}

/** Runs a command and shows feedback. */
export function runCommand(chrome: Chrome, command: PlayerCommand, texts: Texts): void {
  const { player, store, actions, live, danmaku } = chrome
  const state = player.state.getState()
  const show = (...effect: [icon: Parameters<typeof showFeedback>[1], text: string]): void =>
    showFeedback(store, ...effect)
  switch (command.do) {
    case 'toggle':
      show(state.paused ? 'play' : 'pause', state.paused ? texts.play : texts.pause)
      return player.toggle()
    case 'seekBy':
      return seekBy(chrome, command.sec)
    case 'seekToShare':
      if (live) return seekInChannel(chrome, live.control, command.share)
      player.seek(state.durationSec * command.share)
      return show('seek-forward', clockText(player.state.getState().positionSec))
    case 'stepFrame':
      player.seek(state.positionSec + command.frames * defaultFrameSec)
      return player.pause()
    case 'volumeBy':
      return changeVolume(chrome, command.by)
    case 'mute':
      player.setMuted(!state.muted)
      return show(state.muted ? 'volume' : 'muted', state.muted ? percent(state.volume) : texts.mute)
    case 'rateStep': {
      // Live streams play at their own speed.
      if (live) return
      const rate = nextRate(state.rate, command.steps)
      player.setRate(rate)
      return show('speed', rateText(rate))
    }
    case 'fullscreen':
      player.setFullscreen(!state.fullscreen)
      return show(state.fullscreen ? 'leave-full' : 'full', state.fullscreen ? texts.leaveFullscreen : texts.fullscreen)
    case 'wide':
      actions.setWide(!actions.isWide)
      return show('wide', actions.isWide ? texts.leaveWide : texts.wide)
    case 'pictureInPicture':
      if (state.canPictureInPicture) player.setPictureInPicture(!state.pictureInPicture)
      return show('pip', texts.pictureInPicture)
    case 'subtitles':
      return toggleSubtitles(chrome, texts)
    case 'nextEpisode':
    case 'previousEpisode':
      return changeEpisode(chrome, command.do, texts)
    case 'toggleShortcuts':
      return store.setState(({ isShortcutListOpen }) => ({ isShortcutListOpen: !isShortcutListOpen }))
    case 'guide':
      return live?.openGuide()
    case 'danmaku':
      return toggleDanmaku(chrome, texts)
    case 'danmakuField':
      // In full screen the send field is among the controls.
      store.setState({ areControlsShown: true })
      return danmaku?.focusField()
    case 'leave':
      return leave(chrome)
  }
}

function changeEpisode(
  { metadata, actions, store }: Chrome,
  to: 'nextEpisode' | 'previousEpisode',
  texts: Texts,
): void {
  const isNext = to === 'nextEpisode'
  if (isNext ? metadata.next?.kind !== 'episode' : !metadata.hasPrevious) return
  showFeedback(store, isNext ? 'next' : 'previous', isNext ? texts.next : texts.previous)
  if (isNext) actions.next()
  else actions.previous()
}

/** Seeks relative to the current position and shows the new one. */
export function seekBy({ player, store, live }: Chrome, sec: number): void {
  const by = `${sec < 0 ? '−' : '+'}${Math.round(Math.abs(sec))}`
  if (live) {
    live.control.seekBy(sec)
    return showFeedback(store, sec < 0 ? 'seek-back' : 'seek-forward', `${by}　${timeOfDay(live.control)}`)
  }
  player.seek(player.state.getState().positionSec + sec)
  const { positionSec } = player.state.getState()
  showFeedback(store, sec < 0 ? 'seek-back' : 'seek-forward', `${by}　${clockText(positionSec)}`)
}

const timeOfDay = ({ state }: LiveControl): string => {
  const { wallMs, edgeMs } = state.getState()
  return fullClockOf((wallMs ?? edgeMs) / 1000)
}

/** Seeks to a share of a channel's seek bar; 1 is the live edge. */
function seekInChannel({ store }: Chrome, control: LiveControl, share: number): void {
  const { view, edgeMs } = control.state.getState()
  const fromMs = view.kind === 'programme' ? view.startSec * 1000 : edgeMs - control.dvrSec * 1000
  const toMs = view.kind === 'programme' ? view.endSec * 1000 : edgeMs
  if (share === 1) control.goLive()
  else control.goTo(fromMs + share * (toMs - fromMs))
  showFeedback(store, share === 1 ? 'seek-forward' : 'seek-back', timeOfDay(control))
}

/** Changes the volume and unmutes; continues from the volume before muting. */
export function changeVolume({ player, store }: Chrome, by: number): void {
  const { volume } = player.state.getState()
  const next = Math.min(1, Math.max(0, Math.round((volume + by) * 100) / 100))
  player.setVolume(next)
  showFeedback(store, next === 0 ? 'muted' : 'volume', percent(next))
}

function toggleSubtitles({ player, store }: Chrome, texts: Texts): void {
  const { subtitles, subtitle } = player.state.getState()
  if (subtitles.length === 0) return showFeedback(store, 'subtitles', texts.noSubtitles)
  player.chooseSubtitle(subtitle < 0 ? 0 : -1)
  showFeedback(store, 'subtitles', subtitle < 0 ? texts.subtitlesOn : texts.subtitlesClosed)
}

function toggleDanmaku({ danmaku, store }: Chrome, texts: Texts): void {
  if (!danmaku) return
  const isOn = danmaku.toggle()
  showFeedback(store, isOn ? 'danmaku' : 'danmaku-off', isOn ? texts.danmakuOn : texts.danmakuOff)
}

/** Escape closes one thing at a time, the innermost first. */
function leave({ player, store, actions }: Chrome): void {
  const { isShortcutListOpen, menu } = store.getState()
  if (isShortcutListOpen || menu !== null) return store.setState({ isShortcutListOpen: false, menu: null })
  if (player.state.getState().webFullscreen) return player.setWebFullscreen(false)
  if (actions.isWide) actions.setWide(false)
}
