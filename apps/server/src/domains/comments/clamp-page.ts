import { totalCap } from '@yunmu/contract'

/** The rows of a page, limited to `totalCap`. */
export function clampPage(page: number, size: number): { offset: number; limit: number } {
  const offset = Math.min((page - 1) * size, totalCap)
  return { offset, limit: Math.min(size, totalCap - offset) }
}
