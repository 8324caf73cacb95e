/** Encodings in which Chinese text files occur. */
export type TextFileEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'big5'

/** The most frequent characters of Chinese dialogue in both scripts: more than half of any real text. */
const COMMON = new Set(
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运吧吗呢啊哦呀嘛哪谁怎爸妈哥姐弟妹爱喜欢谢请对早晚吃喝快等' +
    '這個們來為國說時會對於著過發後裡種經麼學當沒動還進樣開從實軍無與長機關點業將兩間問並應戰頭體見產現話給門員解論處義幾認條係氣題爾別變總電數報結務場計資統區隊決馬書則聽卻達強難權設記類據邊張該規萬領確傳師觀讓識帶導爭運嗎誰媽愛歡謝請' +
    '，。？！：；、“”‘’「」『』（）《》…—·',
)
const SAMPLE_BYTES = 65_536

function decode(bytes: Uint8Array, encoding: string, fatal = false): string {
  return new TextDecoder(encoding, { fatal }).decode(bytes)
}

/**
 * How likely a text is real Chinese: the share of common characters among those beyond ASCII; invalid characters count
 * against it.
 */
function plausibility(text: string): number {
  let foreign = 0
  let points = 0
  for (const character of text) {
    if (character < '\u0080') continue
    foreign++
    if (COMMON.has(character)) points++
    else if (/[\ufffd\p{Co}\p{Cn}\p{Cc}]/u.test(character)) points -= 2
  }
  return foreign === 0 ? 0 : points / foreign
}

function byteOrderMark(bytes: Uint8Array): TextFileEncoding | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return null
}

/** Detects UTF-16 without a byte order mark: line ends, digits and arrows have a zero byte, always on the same side. */
function unmarkedUtf16(sample: Uint8Array): TextFileEncoding | null {
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) * 10 < sample.length) return null
  return odd > even * 4 ? 'utf-16le' : even > odd * 4 ? 'utf-16be' : null
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    decode(bytes, 'utf-8', true)
    return true
  } catch {
    return false
  }
}

function detect(bytes: Uint8Array): TextFileEncoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const certain = byteOrderMark(bytes) ?? unmarkedUtf16(sample)
  if (certain !== null) return certain
  if (isUtf8(bytes)) return 'utf-8'
  // UTF-8 stays a candidate although it is damaged: one invalid byte must not garble a whole film.
  const candidates = (['gb18030', 'big5', 'utf-8'] as const).map((encoding) => ({
    encoding,
    score: plausibility(decode(sample, encoding)),
  }))
  return candidates.reduce((best, candidate) => (candidate.score > best.score ? candidate : best)).encoding
}

/**
 * Decodes a subtitle or channel file. A byte order mark decides, then strict UTF-8, else the encoding that gives the
 * most common Chinese characters, because nearly all bytes are valid in both GB18030 and Big5. Never throws;
 * undecodable bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextFileEncoding } {
  const encoding = detect(bytes)
  return { text: decode(bytes, encoding), encoding }
}
