import { findDate } from './name-marks.ts'
import { noiseStart, withoutNoise } from './name-noise.ts'
import { cleanTitle } from './name-title.ts'

/** 德国vs苏格兰, BLG vs TES, and 国际米兰-AC米兰 with a league and a date. */
const VERSUS = /(?<![a-z])vs\.?(?![a-z])/iu
const LEAGUE = /^(?:英超|西甲|意甲|德甲|法甲|中超|欧冠|亚冠|CBA|NBA|[\p{Script=Han}]{2,6}杯)/u
const OPPONENTS = /[\p{L}\p{N}] ?- ?[\p{L}\p{N}]/u
const EPISODE = /s\d{1,2}e\d/iu
const YEAR = /(?<![\d])(20[0-4]\d)(?:赛季)?(?!\d)/u

/** A match is a film of its own; its title is all but the day. Null for other names. */
export function matchName(name: string): { title: string; year: number | null } | null {
  const date = findDate(name)
  const isMatch = VERSUS.test(name) || (LEAGUE.test(name) && date !== null && OPPONENTS.test(name))
  if (!isMatch || EPISODE.test(name)) return null
  const withoutDate = date === null ? name : `${name.slice(0, date.start)} ${name.slice(date.end)}`
  const year = date === null ? YEAR.exec(withoutDate) : null
  const text = year === null ? withoutDate : withoutDate.replace(year[0], ' ')
  const plain = text.replace(/[[\]]/gu, ' ').replace(/(?<!\d)\d\d\.\d\d(?!\d)|CCTV-?\d{1,2}\+?/gu, ' ')
  const title = cleanTitle(withoutNoise(plain.slice(0, noiseStart(plain))).replace(/(?:国语|粤语)?解说/gu, ' '))
  const stated = date === null ? Number(year?.[1] ?? 0) : Math.floor(date.date / 10_000)
  return title === '' ? null : { title, year: stated > 0 ? stated : null }
}
