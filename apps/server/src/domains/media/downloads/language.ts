/** ISO 639-2 codes of common languages, by their BCP 47 tags. */
const codes: Readonly<Partial<Record<string, string>>> = {
  zh: 'zho',
  en: 'eng',
  ja: 'jpn',
  ko: 'kor',
  fr: 'fra',
  de: 'deu',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  ru: 'rus',
  th: 'tha',
  vi: 'vie',
  hi: 'hin',
  ar: 'ara',
}

const undetermined = 'und'

/** The language of a track as `mdhd` has it: three letters in five bits each (ISO/IEC 14496-12, section 8.4.2). */
export function packedLanguage(tag: string): number {
  const primary = tag.split('-', 1)[0]?.toLowerCase() ?? ''
  const code = /^[a-z]{3}$/.test(primary) ? primary : (codes[primary] ?? undetermined)
  return [...code].reduce((packed, letter) => packed * 32 + (letter.charCodeAt(0) - 0x60), 0)
}
