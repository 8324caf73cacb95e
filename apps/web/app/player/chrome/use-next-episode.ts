import { useEffect } from 'react'
import type { Chrome } from './chrome-context.ts'

/** Starts the next ready episode automatically, unless the viewer cancelled it. */
export function useNextEpisode({ player, store, metadata, actions }: Chrome): void {
  useEffect(
    () => player.on('requested', () => store.setState({ isNextCancelled: false, pointerSec: null, skippable: null })),
    [player, store],
  )
  const follows = metadata.next?.follows === true
  useEffect(
    () =>
      player.on('ended', () => {
        const { preview } = player.state.getState()
        if (follows && preview === null && !store.getState().isNextCancelled) actions.next()
      }),
    [player, store, follows, actions],
  )
}
