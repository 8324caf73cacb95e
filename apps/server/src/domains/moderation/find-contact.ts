import { toSimplified } from '@yunmu/zh'
import { foldText, plainForm } from './fold-text.ts'

/** What a text has that leads people elsewhere, as an operator reads it; null where it has nothing of the kind. */
export type Contact = '链接' | '邮箱' | '手机号' | 'QQ 号' | '微信号' | '群号' | '电报号'

const numerals = new Map(
  [...'零〇一二三四五六七八九壹贰叁肆伍陆柒捌玖幺'].map((numeral, at) => [
    numeral,
    [...'001234567891234567891'][at] ?? '',
  ]),
)

const topDomains =
  'com|cn|net|org|top|xyz|vip|cc|tv|io|me|co|info|club|site|online|shop|app|dev|live|link|icu|fun|pro|wang|ltd|work|ru|jp|kr|hk|tw|us|uk|de|fr|to|gg|ly|be|la|in|pw|ws|mobi|biz|asia|tech|store|space|website|cloud|wiki|video'

const address = /(?:https?|ftp|magnet|ed2k|thunder)\s*[:：]|www\s*\./
const host = new RegExp(
  String.raw`(?<![a-z0-9])[a-z0-9][a-z0-9-]{0,62}\s?\.\s?(?:[a-z0-9-]{1,63}\s?\.\s?){0,4}(?:${topDomains})(?![a-z0-9])`,
)
/** For who came only today: whatever could be the name of a host. */
const anyHost = /(?<![a-z0-9])[a-z0-9][a-z0-9-]{2,62}\.[a-z]{2,18}(?![a-z0-9.])/
const email = new RegExp(String.raw`[a-z0-9][a-z0-9._%+-]{0,63}\s?@\s?[a-z0-9][a-z0-9-]{0,62}\s?\.\s?[a-z]`)

/** On letters and digits alone. */
const numbers: readonly (readonly [Contact, RegExp])[] = [
  ['手机号', /(?<!\d)(?:0086|86)?1[3-9]\d{9}(?!\d)/],
  ['QQ 号', /(?:qq|扣扣|抠抠|企鹅|球球)[^\d]{0,4}\d{5,12}(?!\d)/],
  ['微信号', /(?:微信|薇信|威信|徽信|维信|v信|w信|vx|wx|weixin|wechat)[^a-z0-9]{0,4}(?=[a-z]{0,19}\d)[a-z0-9]{5,20}/],
  ['微信号', /(?:加|\+)(?:我|个|下|一下)?(?:微信|薇信|威信|徽信|维信|微|薇|v信|v|vx|wx)[^a-z0-9]{0,3}[a-z0-9]{5,20}/],
  ['群号', /(?:加群|进群|入群|群号|群聊|裙号|加裙)[^\d]{0,4}\d{5,12}(?!\d)/],
  ['电报号', /(?:telegram|电报|飞机|纸飞机|tg)[^a-z0-9]{0,3}(?:群|号)?[a-z][a-z0-9]{4,31}/],
]

/** Dots as people write them around a rule: 。, ．, 点, (dot), and spaces about them. */
const withDots = (text: string): string =>
  text
    .replace(/[。｡．·•]|[([{]\s?(?:dot|点)\s?[)\]}]/gu, '.')
    .replace(/(?<=[a-z0-9])\s?点\s?(?=[a-z])/gu, '.')
    .replace(/[([{]\s?(?:at|艾特)\s?[)\]}]|(?<=[a-z0-9])\s?艾特\s?(?=[a-z0-9])/gu, '@')

/**
 * Looks for links and for numbers by which somebody can be reached, however they are written: full-width, circled,
 * Chinese, spaced.
 * @param strict finds what could be a link as well: for who is new
 */
export function findContact(text: string, { strict }: { strict: boolean }): Contact | null {
  const plain = withDots(toSimplified(plainForm(text)))
  if (email.test(plain)) return '邮箱'
  if (address.test(plain) || host.test(plain)) return '链接'
  if (strict && anyHost.test(plain)) return '链接'
  const letters = foldText(text)
    .letters.map((letter) => numerals.get(letter) ?? letter)
    .join('')
  return numbers.find(([, pattern]) => pattern.test(letters))?.[0] ?? null
}
