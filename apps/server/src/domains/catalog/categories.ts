import type { Category } from '@yunmu/contract'
import { yearOptions } from './listing/listing-rules.ts'
import type { CategoryWithFilters } from './category-store.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0-9']

/** A category in the form of the contract, with the values of its filters. */
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
