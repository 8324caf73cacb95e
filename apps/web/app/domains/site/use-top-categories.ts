import { useCall } from '../../lib/calls/call-query.ts'
import { sportsMid } from './nav-tree.ts'

/** A category in the navigation. */
export interface NavCategory {
  id: number
  /** In the viewer's script. */
  label: string
  /** As in addresses: always simplified. */
  name: string
}

export interface NavTopCategory extends NavCategory {
  children: readonly NavCategory[]
}

/** Top categories of the navigation, in order. */
export function useTopCategories(): readonly NavTopCategory[] {
  const source = useCall('indexNavs', {}, { script: 's' }).data?.vodTypes ?? []
  const shown = useCall('indexNavs', {}).data?.vodTypes ?? source
  return source.map(({ id, name, children }, at) => ({
    id,
    name,
    label: shown[at]?.name ?? name,
    children: children.map((child, childAt) => ({
      ...child,
      label: shown[at]?.children[childAt]?.name ?? child.name,
    })),
  }))
}

/** Whether the station shows matches and has any. */
export const useHasMatches = (): boolean =>
  useCall('indexNavs', {}).data?.indexNavs.some(({ mid }) => mid === sportsMid) ?? false
