import { useMatches } from 'react-router'

/** Whether the page is dark in both skins: player pages are, by their route's `handle: { alwaysDark: true }`. */
export function useAlwaysDark(): boolean {
  return useMatches().some(
    ({ handle }) => handle instanceof Object && 'alwaysDark' in handle && handle.alwaysDark === true,
  )
}
