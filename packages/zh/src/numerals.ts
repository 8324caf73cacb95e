/** Numerals in titles: 2, 二, Ⅱ and II are equal when searching for a second part. */

const digits = '零一二三四五六七八九'
const units: Readonly<Record<string, number>> = { 十: 10, 百: 100 }

/** The digit of a single Chinese numeral; absent for other characters. */
export const digitOf: ReadonlyMap<string, string> = new Map([
  ...[...digits].map((numeral, digit) => [numeral, String(digit)] as const),
  ['〇', '0'],
])

/** Roman numerals of one character (U+2160 to U+217F), and unambiguous Latin spellings. */
export const romanCharacters: ReadonlyMap<string, string> = new Map(
  ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'].flatMap((value, at) => [
    [String.fromCodePoint(0x2160 + at), value] as const,
    [String.fromCodePoint(0x2170 + at), value] as const,
  ]),
)
export const romanWords: Readonly<Record<string, string>> = {
  ii: '2',
  iii: '3',
  iv: '4',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
}

/** 1 to 999 in Chinese: 12 is 十二, 120 is 一百二十. */
export function inChinese(value: number): string {
  if (value >= 100) {
    const rest = value % 100
    const head = `${digits.charAt(Math.floor(value / 100))}百`
    if (rest === 0) return head
    if (rest < 10) return `${head}零${digits.charAt(rest)}`
    return `${head}${rest < 20 ? '一' : ''}${inChinese(rest)}`
  }
  if (value < 10) return digits.charAt(value)
  const tens = Math.floor(value / 10)
  return `${tens > 1 ? digits.charAt(tens) : ''}十${value % 10 === 0 ? '' : digits.charAt(value % 10)}`
}

/** 十二 is 12. */
export function inDigits(numeral: string): string {
  let value = 0
  let digit = 0
  for (const character of numeral) {
    const unit = units[character]
    if (unit === undefined) digit = digits.indexOf(character)
    else {
      value += Math.max(1, digit) * unit
      digit = 0
    }
  }
  return String(value + digit)
}

const chineseNumber =
  /[一二三四五六七八九]?百(?:零[一二三四五六七八九]|[一二三四五六七八九]?十?[一二三四五六七八九]?)|[二三四五六七八九一]?十[一二三四五六七八九]?/gu
const arabicNumber = /(?<!\d)[1-9]\d{1,2}(?!\d)/gu

/** Other spellings of the numbers from ten on in a text; empty if there are none. */
export function numberForms(text: string): string[] {
  const forms = [
    text.replace(chineseNumber, (numeral) => inDigits(numeral)),
    text.replace(arabicNumber, (number) => inChinese(Number(number))),
  ]
  return [...new Set(forms)].filter((form) => form !== text)
}
