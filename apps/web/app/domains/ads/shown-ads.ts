import { chinaDay } from '@yunmu/contract/china-time'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { parseShownAds, withShown, type ShownAds } from './ad-rules.ts'

const key = 'adshown'

const today = (): string => chinaDay(serverNowSec())
const readShown = (): ShownAds => parseShownAds(readStored(key), today())

/** How often this browser has shown each advertisement today, by its id. */
export const shownToday = (): ReadonlyMap<number, number> =>
  new Map(Object.entries(readShown().counts).map(([id, count]) => [Number(id), count]))

/** Remembers an impression, for the cap of a visitor a day. */
export const rememberShown = (id: number): void => writeStored(key, JSON.stringify(withShown(readShown(), id)))

const capsKey = 'adcaps'

/** The caps of the advertisements before films that this browser has shown, by their ids. */
export function shownCaps(): ReadonlyMap<number, number> {
  return new Map(
    Object.entries(parseShownAds(readStored(capsKey), today()).counts).map(([id, cap]) => [Number(id), cap]),
  )
}

/** Remembers the cap of an advertisement for today. */
export function rememberCap(id: number, cap: number): void {
  if (cap === 0) return
  const { day, counts } = parseShownAds(readStored(capsKey), today())
  writeStored(capsKey, JSON.stringify({ day, counts: { ...counts, [id]: cap } }))
}
