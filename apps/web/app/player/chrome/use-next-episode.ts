import { useEffect } from 'react'
import type { Chrome } from './chrome-context.ts'

/** The next episode follows by itself as far as it is ready, unless the viewer cancelled it for this one. */
export function useNextEpisode({ player, store, about, actions }: Chrome): void {
  useEffect(
    () => player.on('requested', () => store.setState({ isNextCancelled: false, pointedSec: null, skippable: null })),
    [player, store],
  )
  const follows = about.next?.follows === true
  useEffect(
    () =>
      player.on('ended', () => {
        if (follows && !store.getState().isNextCancelled) actions.next()
      }),
    [player, store, follows, actions],
  )
}
