import { pinyinOf, toSimplified } from '@yunmu/zh'

/** What a title is, as far as the name of its category says. `animation` may be a film or a series. */
export type WorkKind = 'film' | 'series' | 'animation' | 'anime' | 'variety' | 'documentary' | 'short'

const KINDS: readonly (readonly [RegExp, WorkKind])[] = [
  [/短剧|爽文|爽剧/u, 'short'],
  [/纪录|记录/u, 'documentary'],
  [/动画片|(?:动画|动漫)电影/u, 'animation'],
  [/动漫|动画|番剧|新番/u, 'anime'],
  [/综艺|晚会|真人秀|脱口秀/u, 'variety'],
  [/电影|片$|喜剧$|影片/u, 'film'],
  [/剧/u, 'series'],
]

/** The kind that the name of a source's category or of ours stands for; null if it says nothing. */
export function kindOf(category: string): WorkKind | null {
  const name = toSimplified(category.normalize('NFKC'))
  return KINDS.find(([words]) => words.test(name))?.[1] ?? null
}

const NEAR_KINDS: readonly (readonly [WorkKind, WorkKind])[] = [
  ['film', 'animation'],
  ['film', 'anime'],
  ['series', 'short'],
  ['film', 'documentary'],
  ['variety', 'documentary'],
  ['series', 'documentary'],
]

export type Agreement = 'same' | 'close' | 'unknown' | 'other'

/** Sources list animated films as films or as animation, and documentaries anywhere; a series is never a film. */
export function compareKinds(one: WorkKind | null, other: WorkKind | null): Agreement {
  if (one === null || other === null) return 'unknown'
  if (one === other) return 'same'
  const pair = new Set([one, other])
  if (pair.has('animation') && pair.has('anime')) return 'close'
  return NEAR_KINDS.some(([first, second]) => pair.has(first) && pair.has(second)) ? 'unknown' : 'other'
}

const REGIONS: readonly (readonly [RegExp, string])[] = [
  [/大陆|内地|中国|国产|香港|港|台湾|台|华语/u, 'chinese'],
  [/日本|日韩|日剧|^日$/u, 'japan'],
  [/韩国|日韩|韩剧|^韩$/u, 'korea'],
  [
    /欧美|美国|英国|法国|德国|意大利|西班牙|加拿大|澳大利亚|新西兰|欧洲|俄罗斯|苏联|瑞典|丹麦|挪威|爱尔兰|比利时|荷兰|usa|uk|us/iu,
    'western',
  ],
  [/印度/u, 'india'],
  [/泰国/u, 'thailand'],
]

function regionsOf(areas: readonly string[]): Set<string> {
  const regions = new Set<string>()
  for (const area of areas) {
    const name = toSimplified(area.normalize('NFKC'))
    for (const [words, region] of REGIONS) if (words.test(name)) regions.add(region)
  }
  return regions
}

/** Sources confuse countries of one region (大陆 and 香港, 美国 and 英国), not regions. */
export function compareAreas(one: readonly string[], other: readonly string[]): Agreement {
  const ones = regionsOf(one)
  const others = regionsOf(other)
  if (ones.size === 0 || others.size === 0) return 'unknown'
  return ones.isDisjointFrom(others) ? 'other' : 'same'
}

const HAN_NAME = /^\p{Script=Han}{2,4}$/u

/** A person's name in the forms in which it is compared. */
export interface PersonForms {
  readonly letters: string
  /** Given and family name of a translated name: 莱昂纳多·迪卡普里奥. */
  readonly parts: readonly string[]
  readonly isHan: boolean
}

export function personForms(name: string): PersonForms {
  const plain = toSimplified(name.normalize('NFKC').toLowerCase())
  const parts = plain
    .split(/[·•・‧.\s-]+/u)
    .map((part) => part.replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((part) => part !== '')
  const letters = parts.join('')
  const isHan = /\p{Script=Han}/u.test(letters)
  return { letters, parts, isHan }
}

const isClose = (one: string, other: string): boolean => {
  if (one === other) return true
  if (one.length !== other.length || one.length < 3) return false
  return [...one].filter((character, at) => character !== other.charAt(at)).length <= 1
}

/** Typing errors keep the sound of a Chinese name: 李亚鹏, 李亚朋. */
const hasSameSound = (one: PersonForms, other: PersonForms): boolean =>
  one.letters.length === other.letters.length && pinyinOf(one.letters) === pinyinOf(other.letters)

const isChineseName = ({ letters, parts }: PersonForms): boolean => parts.length === 1 && HAN_NAME.test(letters)

/** Whether two names are one person: equal, of equal sound, or two translations of one foreign name. */
export function isSamePerson(one: PersonForms, other: PersonForms): boolean {
  if (one.letters === other.letters) return true
  if (isChineseName(one) && isChineseName(other)) return hasSameSound(one, other)
  const family = one.parts.at(-1) ?? ''
  const otherFamily = other.parts.at(-1) ?? ''
  if (one.parts.length >= 2 && other.parts.length >= 2) {
    const given = one.parts[0] ?? ''
    const otherGiven = other.parts[0] ?? ''
    return (
      (isClose(given, otherGiven) && (isClose(family, otherFamily) || family.charAt(0) === otherFamily.charAt(0))) ||
      (family === otherFamily && given.charAt(0) === otherGiven.charAt(0))
    )
  }
  if (one.parts.length === other.parts.length) return false
  // One of them only has the family name or the first name: 诺兰, 莱昂纳多.
  const [short, long] = one.parts.length === 1 ? [one, other] : [other, one]
  return short.letters.length >= 2 && (long.parts.at(-1) === short.letters || long.parts[0] === short.letters)
}
