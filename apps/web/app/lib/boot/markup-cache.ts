import { hash } from 'node:crypto'
import type { MarkupPlaces } from './shared-markup.tsx'

/**
 * Markup that belongs to its page: React adds a preload of an image that is neither lazy nor unimportant to the head, and
 * counts ids through the page.
 */
const ownPattern = /<img(?![^>]*(?: loading="lazy"| fetchPriority="low"))|"_[Rr]_/
const markPattern = /<shared-markup id="(\d+)"><\/shared-markup>/

/** A place of a component in a page. */
interface Place {
  key: string
  /** Null: it is rendered in the page this time, between two marks. */
  markup: string | null
}

/** The places of one page that is being rendered. */
export interface PageMarkup extends MarkupPlaces {
  /** Inserts the cached markup into the rendered page, and caches what was rendered in it. */
  insert(html: string): string[]
}

/** Caches the markup of components that `shareMarkup` shares between pages; the last used of them, about 2 bytes a character. */
export function createMarkupCache({ maxChars }: { maxChars: number }): { page(): PageMarkup } {
  const cached = new Map<string, string>()
  let chars = 0
  const digests = new WeakMap<object, string>()

  const digestOf = (value: object): string => {
    const known = digests.get(value)
    if (known !== undefined) return known
    const digest = hash('sha1', JSON.stringify(value), 'base64url')
    digests.set(value, digest)
    return digest
  }
  const find = (key: string): string | null => {
    const markup = cached.get(key)
    if (markup === undefined) return null
    // The last used is the last to be evicted.
    cached.delete(key)
    cached.set(key, markup)
    return markup
  }
  const store = (key: string, markup: string): void => {
    if (cached.has(key) || ownPattern.test(markup)) return
    // A copy: a part of a page's text would keep the whole text in memory.
    cached.set(key, Buffer.from(markup).toString())
    chars += markup.length
    for (const [oldest, { length }] of cached) {
      if (chars <= maxChars) break
      cached.delete(oldest)
      chars -= length
    }
  }

  return {
    page() {
      const places: Place[] = []
      return {
        place(values) {
          const key = values
            .map((value) => (value instanceof Object ? digestOf(value) : JSON.stringify(value)))
            .join(' ')
          const markup = find(key)
          return { at: places.push({ key, markup }) - 1, isCached: markup !== null }
        },
        insert(html) {
          const texts: string[] = []
          const open: { place: Place; from: number }[] = []
          for (const [at, text] of html.split(markPattern).entries()) {
            const place = at % 2 === 0 ? undefined : places[Number(text)]
            if (!place) texts.push(text)
            else if (place.markup !== null) texts.push(place.markup)
            else if (open.at(-1)?.place !== place) open.push({ place, from: texts.length })
            else store(place.key, texts.slice(open.pop()?.from).join(''))
          }
          return texts
        },
      }
    },
  }
}
