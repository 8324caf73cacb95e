import type { Episode } from '@yunmu/contract'
import { inChina } from '@yunmu/contract/china-time'
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
