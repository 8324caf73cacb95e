import type { Category } from '@yunmu/contract'
import { yearWords } from './listing-rules.ts'
import type { Shelf } from './shelf-store.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0-9']

/** A category as the contract shows it: with the words that its browse page filters by. */
export function categoryOf(shelf: Shelf, nowMs: number): Category {
  const { id, name, typeEn, children, areas, genres, langs } = shelf
  return {
    id,
    name,
    typeEn,
    children,
    areas,
    genres,
    langs,
    letters,
    years: yearWords(new Date(nowMs).getUTCFullYear()),
  }
}
