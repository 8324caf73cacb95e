import type { Category } from '@yunmu/contract'
import { findCategory } from '../../domains/catalog/category-position.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { anyFilter, browseUrl, type BrowseFilter } from '../../lib/urls.ts'
import { withWord, type BrowseAddress } from './browse-address.ts'
import { browseTexts } from './browse-texts.ts'

export interface Option {
  text: string
  to: string
  chosen: boolean
}

export interface FilterLine {
  field: 'child' | Exclude<keyof BrowseFilter, 'order'>
  label: string
  options: readonly Option[]
}

export interface Browse {
  /** The listed category's id. */
  id: number
  /** The name of the category, in the reader's script. */
  name: string
  shelves: readonly Option[]
  lines: readonly FilterLine[]
}

/**
 * What a browse page is drawn from. Addresses carry the simplified words and the page shows the reader's: both lists
 * have the same order.
 */
export function useBrowse(address: BrowseAddress): Browse | null {
  const texts = useTexts(browseTexts)
  const source = useCall('vodListType', {}, { script: 's' }).data?.list ?? []
  const shown = useCall('vodListType', {}).data?.list ?? source
  const place = findCategory(source, address.type) ?? findCategory(shown, address.type)
  const category = place && source[place.topIndex]
  const labels = place && shown[place.topIndex]
  if (!category || !labels) return null

  const line = (field: Exclude<keyof BrowseFilter, 'order'>, words: readonly string[], names: readonly string[]) => {
    const options = [anyFilter[field], ...words].map((word, at) => {
      const text = at === 0 ? texts.any[field] : (names[at - 1] ?? word)
      const chosen = [word, text].includes(address.filter[field])
      return { text, to: withWord(address, field, word), chosen }
    })
    // A range of years, or what else somebody wrote into the address.
    const own = address.filter[field]
    if (!options.some(({ chosen }) => chosen))
      options.push({ text: own, to: withWord(address, field, own), chosen: true })
    return { field, label: texts[field], options }
  }
  const childOption = (child: { name: string }, at: number): Option => ({
    text: labels.children[at]?.name ?? child.name,
    to: browseUrl(child.name, address.filter),
    chosen: place.childIndex === at,
  })
  const whole = {
    text: texts.any.child,
    to: browseUrl(category.name, address.filter),
    chosen: place.childIndex === null,
  }
  return {
    id: place.id,
    name: place.childIndex === null ? labels.name : (labels.children[place.childIndex]?.name ?? labels.name),
    shelves: source.map(({ name }, at) => ({
      text: shown[at]?.name ?? name,
      to: browseUrl(name),
      chosen: at === place.topIndex,
    })),
    lines: [
      { field: 'child' as const, label: texts.child, options: [whole, ...category.children.map(childOption)] },
      line('genre', category.genres, labels.genres),
      line('area', category.areas, labels.areas),
      line('year', category.years, labels.years),
      line(
        'letter',
        category.letters,
        category.letters.map((letter) => letter.replace('-', '–')),
      ),
      line('vip', ['免费', 'VIP'], texts.vips),
    ].filter(({ options }) => options.length > 1),
  }
}

/** The id of a category by its name in either script's list. */
export const idOf = (list: readonly Category[], name: string): number | null => findCategory(list, name)?.id ?? null
