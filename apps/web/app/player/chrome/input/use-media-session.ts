import { useEffect } from 'react'
import type { Chrome } from '../chrome-context.ts'

const stepSec = 10

/** Media Session: headphone buttons, media keys, the lock screen. */
export function useMediaSession({ player, metadata, actions }: Chrome): void {
  const { title, episode, picture, next, hasPrevious } = metadata
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const artwork = picture === '' ? [] : [{ src: new URL(picture, location.href).href }]
    navigator.mediaSession.metadata = new MediaMetadata({
      title: episode || title,
      artist: episode ? title : '',
      artwork,
    })
  }, [title, episode, picture])
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const { mediaSession } = navigator
    const seekBy = (sec: number): void => player.seek(player.state.getState().positionSec + sec)
    const handlers: readonly (readonly [MediaSessionAction, MediaSessionActionHandler | null])[] = [
      ['play', () => player.play()],
      ['pause', () => player.pause()],
      ['seekbackward', ({ seekOffset }) => seekBy(-(seekOffset ?? stepSec))],
      ['seekforward', ({ seekOffset }) => seekBy(seekOffset ?? stepSec)],
      ['seekto', ({ seekTime }) => player.seek(seekTime ?? 0)],
      ['nexttrack', next?.kind === 'episode' ? () => actions.next() : null],
      ['previoustrack', hasPrevious ? () => actions.previous() : null],
    ]
    for (const [action, handler] of handlers) mediaSession.setActionHandler(action, handler)
    return () => {
      for (const [action] of handlers) mediaSession.setActionHandler(action, null)
    }
  }, [player, actions, next, hasPrevious])
}
