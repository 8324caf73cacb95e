/** Areas as lists filter by them. Every importer writes these, so that one area is one value. */

const areas: readonly (readonly [area: string, words: RegExp])[] = [
  ['香港', /香港|^港$|hong ?kong/iu],
  ['台湾', /台湾|臺灣|^台$|taiwan/iu],
  ['内地', /大陆|大陸|内地|內地|^中国$|^中國$|^国产$|^國產$|^china$/iu],
  ['美国', /美国|美國|united states|^usa?$/iu],
  ['英国', /英国|英國|united kingdom|^uk$/iu],
  ['日本', /日本|japan/iu],
  ['韩国', /韩国|韓國|^south korea$|^korea$|republic of korea/iu],
  ['法国', /法国|法國|france/iu],
  ['德国', /德国|德國|germany/iu],
  ['泰国', /泰国|泰國|thailand/iu],
  ['印度', /^印度$|^india$/iu],
  ['意大利', /意大利|italy/iu],
  ['西班牙', /西班牙|spain/iu],
  ['加拿大', /加拿大|canada/iu],
]

const maxLength = 20

/** The area of a country's name; empty for one that lists do not filter by. */
export const knownArea = (country: string): string => areas.find(([, words]) => words.test(country.trim()))?.[0] ?? ''

/** The first area of a text that may name several: the known one, else as it is written. */
export function areaOf(text: string): string {
  const area = text.split(/[,，、/|;；\s]+/u).find((part) => part !== '') ?? ''
  return knownArea(area) || area.slice(0, maxLength)
}

const codes: Readonly<Record<string, string>> = {
  CN: '内地',
  HK: '香港',
  TW: '台湾',
  US: '美国',
  GB: '英国',
  JP: '日本',
  KR: '韩国',
  FR: '法国',
  DE: '德国',
  TH: '泰国',
  IN: '印度',
}

/** The area of an ISO 3166 code; empty for one that lists do not filter by. */
export const areaOfCode = (code: string): string => codes[code] ?? ''

/** The state of a title of which nothing more comes. */
export const endedState = '完结'
