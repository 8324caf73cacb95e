import type { Category } from '@yunmu/contract'
import { yearOptions } from './listing-rules.ts'
import type { CategoryWithFilters } from './category-store.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0-9']

/** A category as the contract shows it: with the words that its browse page filters by. */
export function toCategory(category: CategoryWithFilters, nowMs: number): Category {
  const { id, name, typeEn, children, areas, genres, langs } = category
  return {
    id,
    name,
    typeEn,
    children,
    areas,
    genres,
    langs,
    letters,
    years: yearOptions(new Date(nowMs).getUTCFullYear()),
  }
}
