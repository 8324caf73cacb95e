import { useEffect } from 'react'
import type { Chrome } from './chrome-context.ts'

/** The next episode follows by itself, unless the viewer cancelled it for this one. */
export function useNextEpisode({ player, store, about, actions }: Chrome): void {
  useEffect(
    () => player.on('requested', () => store.setState({ isNextCancelled: false, pointedSec: null, skippable: null })),
    [player, store],
  )
  const hasNext = about.next?.kind === 'episode'
  useEffect(
    () =>
      player.on('ended', () => {
        if (hasNext && !store.getState().isNextCancelled) actions.next()
      }),
    [player, store, hasNext, actions],
  )
}
