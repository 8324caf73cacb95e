import type { Category } from '@yunmu/contract'
import { findCategory } from '../../domains/catalog/category-position.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useIsSelling } from '../../lib/site/is-selling.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { anyFilter, browseUrl, type BrowseFilter } from '../../lib/urls.ts'
import { urlWith, type BrowseAddress } from './browse-address.ts'
import { browseTexts } from './browse-texts.ts'

export interface Option {
  text: string
  to: string
  chosen: boolean
}

export interface FilterRow {
  field: 'child' | Exclude<keyof BrowseFilter, 'order' | 'tags'>
  label: string
  options: readonly Option[]
}

export interface Browse {
  /** Id of the listed category. */
  id: number
  /** Name of the category in the viewer's script. */
  name: string
  topCategories: readonly Option[]
  filterRows: readonly FilterRow[]
}

/**
 * Data of a browse page. Addresses contain simplified names and the page shows the viewer's script: both lists have the
 * same order.
 */
export function useBrowse(address: BrowseAddress): Browse | null {
  const texts = useTexts(browseTexts)
  const isSelling = useIsSelling()
  const source = useCall('vodListType', {}, { script: 's' }).data?.list ?? []
  const shown = useCall('vodListType', {}).data?.list ?? source
  const position = findCategory(source, address.type) ?? findCategory(shown, address.type)
  const category = position && source[position.topIndex]
  const labels = position && shown[position.topIndex]
  if (!category || !labels) return null

  const rowOf = (
    field: Exclude<keyof BrowseFilter, 'order' | 'tags'>,
    words: readonly string[],
    names: readonly string[],
  ) => {
    const options = [anyFilter[field], ...words].map((word, at) => {
      const text = at === 0 ? texts.any[field] : (names[at - 1] ?? word)
      const chosen = [word, text].includes(address.filter[field])
      return { text, to: urlWith(address, field, word), chosen }
    })
    // A range of years, or another hand-written value.
    const custom = address.filter[field]
    if (!options.some(({ chosen }) => chosen))
      options.push({ text: custom, to: urlWith(address, field, custom), chosen: true })
    return { field, label: texts[field], options }
  }
  const childOption = (child: { name: string }, at: number): Option => ({
    text: labels.children[at]?.name ?? child.name,
    to: browseUrl(child.name, address.filter),
    chosen: position.childIndex === at,
  })
  const whole = {
    text: texts.any.child,
    to: browseUrl(category.name, address.filter),
    chosen: position.childIndex === null,
  }
  return {
    id: position.id,
    name: position.childIndex === null ? labels.name : (labels.children[position.childIndex]?.name ?? labels.name),
    topCategories: source.map(({ name }, at) => ({
      text: shown[at]?.name ?? name,
      to: browseUrl(name),
      chosen: at === position.topIndex,
    })),
    filterRows: [
      { field: 'child' as const, label: texts.child, options: [whole, ...category.children.map(childOption)] },
      rowOf('genre', category.genres, labels.genres),
      rowOf('area', category.areas, labels.areas),
      rowOf('year', category.years, labels.years),
      rowOf(
        'letter',
        category.letters,
        category.letters.map((letter) => letter.replace('-', '–')),
      ),
      ...(isSelling ? [rowOf('vip', ['免费', 'VIP'], texts.vips)] : []),
    ].filter(({ options }) => options.length > 1),
  }
}

/** Id of a category by its name in a list of either script. */
export const categoryIdOf = (list: readonly Category[], name: string): number | null =>
  findCategory(list, name)?.id ?? null
