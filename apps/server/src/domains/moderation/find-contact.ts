import { foldLetters } from './fold-text.ts'

/** The kind of contact that a text offers, as shown to an operator; null for none. */
export type Contact = '链接' | '邮箱' | '手机号' | 'QQ 号' | '微信号' | '群号' | '电报号'

/** Top-level domains that are no words, so they are matched even with spaces or Chinese around the dot. */
const sureDomains = 'com|cn|net|org|xyz|cc|icu'
/** Top-level domains that are no words but short enough to be initials. */
const shortDomains = 'io|gg|ly|pw|ws|ltd|wang|mobi|biz|ru|jp|kr|hk|tw|uk|us|de|fr|la|co'
/** Top-level domains that are English words. */
const wordDomains =
  'top|vip|tv|me|info|club|site|online|shop|app|dev|live|link|fun|pro|work|to|be|in|asia|tech|store|space|website|cloud|wiki|video'

const label = '[a-z0-9][a-z0-9-]{0,62}'
const longLabel = '(?=[0-9-]*[a-z])[a-z0-9][a-z0-9-]{2,62}'
const start = '(?<![a-z0-9@.-])'
const end = '(?![a-z0-9])'
/** Not a sentence that continues: `love it.To be honest`. */
const noSentence = String.raw`(?!\s[a-z])`

const links: readonly RegExp[] = [
  /(?<![a-z0-9])(?:https?|ftp|ed2k|thunder)\s*:\s*\/\s*\/|(?<![a-z0-9])magnet\s*:\s*\?|(?<![a-z0-9])www\s?\.\s?[a-z0-9]/,
  new RegExp(String.raw`${start}${label}(?:\.${label}){0,4}\.(?:${sureDomains})${end}`),
  new RegExp(String.raw`${start}${label} \. (?:${sureDomains})${end}|${start}${label}(?: \.|\. )(?:com|cn)${end}`),
  new RegExp(String.raw`${start}${label}(?:\.${label}){0,4}\.(?:${shortDomains}|${wordDomains})\/[a-z0-9+@_-]`),
  new RegExp(
    String.raw`${start}(?:${label}\.){0,4}${longLabel}\.(?:${shortDomains}|${wordDomains})${end}${noSentence}`,
  ),
]
/** For accounts of the first day: anything that could be a host name. */
const anyHost = new RegExp(String.raw`(?<![a-z0-9])[a-z0-9][a-z0-9-]{2,62}\.[a-z]{2,18}(?![a-z0-9.])${noSentence}`)

const emails: readonly RegExp[] = [
  new RegExp(String.raw`[a-z0-9][a-z0-9._%+-]{0,63}@(?:${label}\.){1,4}[a-z]{2,18}`),
  new RegExp(String.raw`[a-z0-9][a-z0-9._%+-]{0,63}\s?@\s?${label}\s?\.\s?(?:${sureDomains})${end}`),
]

/** Digits in one piece, one by one, or by threes. Dates and times have other groups. */
const number = String.raw`(\d{5,12}|\d(?:[ ._-]\d){4,11}|\d{3}(?:[ -]\d{3}){1,3})(?![ ._-]?\d)`
const longNumber = String.raw`(\d{7,12})(?!\d)`
/** Neither Latin nor Chinese. A class of all letters would take a tenth of a second to compile. */
const separator = '[^a-z0-9\\u3400-\\u9fff]'
const filler = `(?:${separator}|[号码群是加我]){0,5}`
const labelTail = `(?:${separator}|[号加群]){0,2}[号加群:]${separator}{0,2}`

const weChat = '微信|薇信|威信|徽信|维信|v信|w信'
const account = '([a-z0-9_-]{5,20})(?![a-z0-9])'
const withDigit = '(?=[a-z_-]{0,19}\\d)'
const handle = '([a-z][a-z0-9_]{4,31})(?![a-z0-9])'

/** A label of a number or name, and the number or name as the first group. */
interface ContactPattern {
  contact: Contact
  pattern: RegExp
  /** Minimum number of distinct digits, because 666666, 23333 and 88888 are laughter. */
  minDistinctDigits: number
}

const contactPattern = (contact: Contact, minDistinctDigits: number, pattern: string): ContactPattern => ({
  contact,
  minDistinctDigits,
  pattern: new RegExp(pattern, 'gu'),
})

const phoneGap = '[ ._*~-]{1,2}'

const contactPatterns: readonly ContactPattern[] = [
  contactPattern('手机号', 4, String.raw`(?<!\d)(?:86|0086)?(?!13145201314)(1[3-9]\d{9})(?!\d)`),
  contactPattern('手机号', 4, String.raw`(?<!\d)(1[3-9]\d${phoneGap}\d{4}${phoneGap}\d{4})(?!\d|[ .-]\d)`),
  contactPattern('手机号', 4, String.raw`(?<!\d)(1[3-9]\d${phoneGap}\d{8})(?!\d)`),
  contactPattern('手机号', 4, String.raw`(?<!\d)(1${phoneGap}[3-9](?:${phoneGap}\d){9})(?!\d|[ .-]\d)`),
  contactPattern('QQ 号', 3, `(?:(?<![a-z0-9])qq|扣扣|抠抠|加q|q号)${filler}${number}`),
  contactPattern('QQ 号', 3, `(?:企鹅|球球)${labelTail}${number}`),
  contactPattern('QQ 号', 4, `(?:企鹅|球球)${separator}?${longNumber}`),
  contactPattern('群号', 3, `(?:加群|进群|入群|群号|裙号|加裙|(?<![a-z0-9])q群|扣群)${filler}${number}`),
  contactPattern('群号', 3, `群聊${labelTail}${number}`),
  contactPattern('群号', 4, `群聊${separator}?${longNumber}`),
  contactPattern('微信号', 0, `(?:${weChat}|(?<![a-z0-9])(?:vx|wx|weixin|wechat))${filler}${withDigit}${account}`),
  contactPattern(
    '微信号',
    0,
    `(?:(?<![参增更附追施递倍累])加|\\+)(?:我|个|下|一下)? ?(?:${weChat}|(?:微|薇|vx|wx|v)(?![a-z0-9]))(?:${separator}|[号是]){0,3}${account}`,
  ),
  contactPattern(
    '电报号',
    0,
    `(?:telegram|电报|飞机|(?<![a-z0-9])tg)(?:${separator}|[群号]|频道){0,3}[@:群号]${separator}{0,2}${handle}`,
  ),
  contactPattern('电报号', 0, `(?:telegram|电报|(?<![a-z0-9])tg)${separator}{1,2}(?=[a-z]{1,30}[0-9_])${handle}`),
]

const numerals = new Map(
  Array.from('零〇一二三四五六七八九壹贰叁肆伍陆柒捌玖幺', (numeral, at) => [
    numeral,
    '001234567891234567891'.charAt(at),
  ]),
)
const numeral = new RegExp(`[${[...numerals.keys()].join('')}]`, 'g')

const chineseDots: readonly RegExp[] = [
  new RegExp(String.raw`(?<=[a-z0-9])[。·•](?=(?:${sureDomains})${end})`, 'g'),
  new RegExp(
    String.raw`(?<=[a-z0-9])(?<!(?:^|[^a-z0-9.-])\d{1,2}) ?点 ?(?=(?:${sureDomains}|top|vip|tv|me)${end})`,
    'g',
  ),
]

/**
 * Replaces spelled-out dots and at signs: 。, 点, (dot), 艾特. 点 also tells the time, so it is replaced only before a
 * domain.
 */
const withDots = (text: string): string =>
  [/ ?[([{] ?(?:dot|点) ?[)\]}] ?/g, ...chineseDots]
    .reduce((plain, dot) => plain.replace(dot, '.'), text)
    .replace(/ ?[([{] ?(?:at|艾特) ?[)\]}] ?|(?<=[a-z0-9]) ?艾特 ?(?=[a-z0-9])/g, '@')

const countDistinctDigits = (text: string): number => new Set(text.match(/\d/g)).size

/**
 * Finds links and contact numbers, however they are written: full-width, circled, Chinese, spaced. Numbers and names
 * count only after a label. Letters are not joined across separators, because `not good` would then contain `tg`.
 * @param strict also finds anything that could be a link: for new users
 */
export function findContact(text: string, { strict }: { strict: boolean }): Contact | null {
  const letters = foldLetters(text)
  const plain = withDots(letters)
  if (emails.some((pattern) => pattern.test(plain))) return '邮箱'
  if (links.some((pattern) => pattern.test(plain))) return '链接'
  if (strict && anyHost.test(plain)) return '链接'
  const numbered = letters.replace(numeral, (found) => numerals.get(found) ?? found)
  for (const { contact, minDistinctDigits, pattern } of contactPatterns)
    for (const [, found = ''] of numbered.matchAll(pattern))
      if (countDistinctDigits(found) >= minDistinctDigits) return contact
  return null
}
