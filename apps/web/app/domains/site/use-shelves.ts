import { useCall } from '../../lib/calls/call-query.ts'

/** A category in the navigation. */
export interface NavCategory {
  id: number
  /** In the reader's script. */
  label: string
  /** As addresses carry it: simplified, whatever the reader's script. */
  name: string
}

export interface NavShelf extends NavCategory {
  children: readonly NavCategory[]
}

/** The top categories of the navigation, in order. */
export function useShelves(): readonly NavShelf[] {
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
