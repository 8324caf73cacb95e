import type { Category } from '@yunmu/contract'

/** A category that titles are browsed in: a top one, or a child of one. */
export interface BrowsePlace {
  /** The category that is listed. */
  id: number
  /** The place of its top category in the list of categories. */
  shelf: number
  /** The place among the children of the top category; null where that itself is listed. */
  child: number | null
}

/** Finds a category by its name among the top categories and their children; null where there is none of that name. */
export function findPlace(categories: readonly Category[], name: string): BrowsePlace | null {
  for (const [shelf, category] of categories.entries()) {
    if (category.name === name) return { id: category.id, shelf, child: null }
    const at = category.children.findIndex((child) => child.name === name)
    const child = category.children[at]
    if (child) return { id: child.id, shelf, child: at }
  }
  return null
}
