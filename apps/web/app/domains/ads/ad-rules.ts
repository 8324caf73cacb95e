import type { AnchorItem } from '@yunmu/contract'
import { imageAdType } from '@yunmu/contract/constants'

export const isPicture = ({ type }: Pick<AnchorItem, 'type'>): boolean => type === imageAdType

/** Whether there is something to show: a picture, text or HTML. */
export const hasContent = (ad: Pick<AnchorItem, 'type' | 'img' | 'html' | 'words'>): boolean =>
  (isPicture(ad) ? ad.img : ad.html || ad.words) !== ''

/** HTML document of the frame. `<base target="_blank">` makes links open in a new tab. */
export const frameDocument = (html: string): string =>
  `<!doctype html><meta charset="utf-8"><base target="_blank"><style>html,body{margin:0;overflow:hidden;font:14px/1.5 system-ui,sans-serif}</style>${html}`

/** What this browser has shown on a day: how often each advertisement was seen, by its id. */
export interface ShownAds {
  /** YYYY-MM-DD. */
  day: string
  counts: Record<string, number>
}

/** Parses the stored text; nothing of another day, or of a text that another version wrote. */
export function parseShownAds(text: string | null, day: string): ShownAds {
  const none: ShownAds = { day, counts: {} }
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (!(stored instanceof Object) || Reflect.get(stored, 'day') !== day) return none
    const counts: unknown = Reflect.get(stored, 'counts')
    if (!(counts instanceof Object)) return none
    const valid = Object.entries(counts).filter((entry): entry is [string, number] => Number.isInteger(entry[1]))
    return { day, counts: Object.fromEntries(valid) }
  } catch {
    return none
  }
}

/** One more impression of an advertisement. */
export const withShown = ({ day, counts }: ShownAds, id: number): ShownAds => ({
  day,
  counts: { ...counts, [id]: (counts[id] ?? 0) + 1 },
})
