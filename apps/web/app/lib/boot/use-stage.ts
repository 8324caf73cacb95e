import { useMatches } from 'react-router'

/** A route with `handle: { stage: true }` is a player's: always dark, whatever the skin. */
export function useStage(): boolean {
  return useMatches().some(({ handle }) => handle instanceof Object && 'stage' in handle && handle.stage === true)
}
