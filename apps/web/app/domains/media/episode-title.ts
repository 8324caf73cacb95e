import type { Episode } from '@yunmu/contract'
import { clockOf, inChina } from '@yunmu/contract/china-time'
import type { mediaTexts } from './media-texts.ts'
import { isBareNumber } from './episode-rules.ts'

type Words = (typeof mediaTexts)['s']

/** `第 7 集 守灯人`; without the name if it only repeats the number; only the name if episodes are not numbered. */
export function episodeTitle(
  { level, name }: Pick<Episode, 'level' | 'name'>,
  isNumbered: boolean,
  texts: Words,
): string {
  if (!isNumbered) return name
  return isBareNumber(name, level) || name === '' ? texts.episode(level) : `${texts.episode(level)}　${name}`
}

/** Date in China's time zone, `11-20`. */
export function dayText(airAtSec: number, texts: Words): string {
  const china = inChina(airAtSec)
  return texts.day(china.getUTCMonth() + 1, china.getUTCDate())
}

/** Day and time in China's time zone, `11 月 20 日 周五 20:00`. */
export function momentText(atSec: number, texts: Words): string {
  const china = inChina(atSec)
  const weekday = texts.weekdays[china.getUTCDay()] ?? ''
  return texts.moment(china.getUTCMonth() + 1, china.getUTCDate(), weekday, clockOf(atSec))
}
