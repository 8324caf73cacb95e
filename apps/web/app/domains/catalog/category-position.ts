import type { Category } from '@yunmu/contract'

/** Position of a category in the tree: a top category or a child of one. */
export interface CategoryPosition {
  /** Id of the category. */
  id: number
  /** Index of its top category. */
  topIndex: number
  /** Index among the children of the top category; null if it is a top category. */
  childIndex: number | null
}

/** Finds a category by name among the top categories and their children; null if there is none. */
export function findCategory(categories: readonly Category[], name: string): CategoryPosition | null {
  for (const [topIndex, category] of categories.entries()) {
    if (category.name === name) return { id: category.id, topIndex, childIndex: null }
    const childIndex = category.children.findIndex((child) => child.name === name)
    const child = category.children[childIndex]
    if (child) return { id: child.id, topIndex, childIndex }
  }
  return null
}
